rem Sets CLOUD if this folder is in the folder ROOT.
:find_cloud
if not "%HERE:~1,2%"==":\" exit /b
for %%R in ("%ROOT%\.") do set "ROOT=%%~fR"
set "UP=%HERE%."

:find_parent
for %%U in ("%UP%") do set "UP=%%~fU"
if /i "%UP%"=="%ROOT%" set "CLOUD=1"
if "%UP:~3%"=="" exit /b
set "UP=%UP%\.."
goto find_parent

rem This folder is in OneDrive: copies it to the folder of the user, moves the token there, and starts the copy.
rem The copy gets its name only when it is whole, so that the next run can continue after a kill.
:move_out
set "TARGET=%USERPROFILE%\kura"
set "SECRET="
if exist "%HERE%enrolment.json" set "SECRET=1"
if exist "%HERE%credentials.json" set "SECRET=1"
if not defined SECRET if exist "%TARGET%\{{file}}" goto go_on
call :say_oneDrive
echo   "%TARGET%"
if exist "%TARGET%\enrolment.json" goto taken
if exist "%TARGET%\credentials.json" goto taken
if exist "%TARGET%\" if not exist "%TARGET%\{{file}}" goto taken
call :say_askMove
call :ask
if defined YES goto copy
call :say_staysHere
goto finish

:taken
call :say_taken
goto finish

:copy
if exist "%TARGET%\" goto move_secret
"%SYSTEM%\xcopy.exe" "%HERE%." "%TARGET%.part" /e /i /h /k /r /y /q >nul <nul
if not "%errorlevel%"=="0" goto not_copied
del /f /q "%TARGET%.part\enrolment.json" "%TARGET%.part\credentials.json" >nul 2>nul
set "FROM=%TARGET%.part"
set "TO=%TARGET%"
call :name
if exist "%TARGET%\{{file}}" goto move_secret

:not_copied
call :say_notCopied
goto finish

:move_secret
del /f /q "%HERE%.kura\enrolment-claim" "%HERE%.kura\credentials.next" >nul 2>nul
for %%S in (enrolment.json credentials.json) do if exist "%HERE%%%S" move /y "%HERE%%%S" "%TARGET%\%%S" >nul 2>nul
if exist "%HERE%enrolment.json" goto not_copied
if exist "%HERE%credentials.json" goto not_copied

:go_on
call :say_moved
echo   "%TARGET%"
"%TARGET%\{{file}}" install
