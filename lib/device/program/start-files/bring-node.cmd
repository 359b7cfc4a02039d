rem Sets UNFIT if the chosen build did not run here. It is not fetched again at the next 24 starts.
:look_unfit
set "UNFIT="
set "MARK=%NODES%\%VERSION%\does-not-run"
if not exist "%MARK%" exit /b
echo.>>"%MARK%"
for %%F in ("%MARK%") do if %%~zF lss 60 set "UNFIT=1"
exit /b

rem Sets BROUGHT if kura enrol --with-node has put the chosen build into the folder.
:bring_prepared
set "BROUGHT="
set "PREPARED=%NODES%\node-v%VERSION%.exe"
if not exist "%PREPARED%" exit /b
call :choose_part
copy /b /y "%PREPARED%" "%PART%" >nul 2>nul
call :compare
if defined SAME goto whole
del /q "%PART%" >nul 2>nul
exit /b

:choose_part
if not exist "%NODES%\%VERSION%\" md "%NODES%\%VERSION%"
rem what killed runs have left; a file that another run writes cannot be removed
del /q "%NODES%\*.part*" >nul 2>nul
set "PART=%NODES%\%RANDOM%%RANDOM%.part"
exit /b

rem Sets SAME if PART is the chosen build.
:compare
set "SAME="
"%SYSTEM%\certutil.exe" -hashfile "%PART%" SHA256 >"%PART%.sum"
for /f "usebackq delims=" %%H in ("%PART%.sum") do if /i "%%H"=="%SHA256%" set "SAME=1"
del /q "%PART%.sum" >nul 2>nul
exit /b

rem Sets NEXT_PROXY to the fixed proxy of the user's settings: host:port, or http=host:port;https=host:port.
:read_proxy
set "NEXT_PROXY="
set "ENABLED="
set "KEY=HKCU\Software\Microsoft\Windows\CurrentVersion\Internet Settings"
for /f "tokens=1-3" %%A in ('""%%SYSTEM%%\reg.exe" query "%%KEY%%" 2>nul"') do (
  if "%%A %%C"=="ProxyEnable 0x1" set "ENABLED=1"
  if "%%A"=="ProxyServer" set "NEXT_PROXY=%%C"
)
if not defined ENABLED set "NEXT_PROXY="
if not defined NEXT_PROXY exit /b
set "NEXT_PROXY=%NEXT_PROXY:"=%"
set "REST=%NEXT_PROXY:*https=%"
if not "%REST%"=="%NEXT_PROXY%" set "NEXT_PROXY=%REST:~1%"
for /f "delims=;" %%P in ("%NEXT_PROXY%") do set "NEXT_PROXY=%%P"
for /f "tokens=2 delims==" %%P in ("%NEXT_PROXY%") do set "NEXT_PROXY="
exit /b

rem Brings the chosen build into the folder and sets BROUGHT, or says why it cannot.
:bring_node
set "BROUGHT="
set "METER=--progress-bar"
if "%WORD%"=="sync" set "METER=--silent"
if not exist "%SYSTEM%\curl.exe" goto say_noTool
call :choose_part
set "PROXY="
set "NEXT_PROXY="
if defined HTTPS_PROXY goto download
if defined ALL_PROXY goto download
call :read_proxy
set "PROXY={{proxy}}"
if defined PROXY goto download
set "PROXY=%NEXT_PROXY%"
set "NEXT_PROXY="

:download
set "WAY="
if defined PROXY set WAY=--proxy "%PROXY%"
rem curl before version 8 cannot open a name with letters that the code page lacks, so cmd opens the file
"%SYSTEM%\curl.exe" --ssl-no-revoke --fail --location --globoff --show-error %METER% --connect-timeout 30 --speed-limit 1000 --speed-time 60 --max-time 1800 %WAY% --max-filesize %BYTES% --url "%ADDRESS%" >"%PART%"
set "ENDED=%errorlevel%"
if not exist "%PART%" goto say_noRoom
if "%ENDED%"=="0" goto fetched
del /q "%PART%"
rem outside the company's network, nothing answers at the proxy's name
set "AGAIN="
if defined PROXY for %%E in (5 7 28 56 97) do if "%ENDED%"=="%%E" set "AGAIN=1"
set "PROXY=%NEXT_PROXY%"
set "NEXT_PROXY="
if defined AGAIN goto download
set "WHY=unreachable"
for %%E in (18 28 52 55 56) do if "%ENDED%"=="%%E" set "WHY=cutOff"
for %%E in (35 51 58 60 77) do if "%ENDED%"=="%%E" set "WHY=certificate"
if "%ENDED%"=="22" set "WHY=refused"
if "%ENDED%"=="23" set "WHY=noRoom"
if "%ENDED%"=="63" set "WHY=wrong"
goto say_%WHY%

:fetched
call :compare
if not defined SAME del /q "%PART%"
if not defined SAME goto say_wrong

:whole
set "FROM=%PART%"
set "TO=%PART%.exe"
call :name
if not exist "%TO%" goto say_noRoom
"%TO%" --version <nul >nul 2>nul
if not "%errorlevel%"=="0" goto unusable
set "FROM=%PART%.exe"
set "TO=%NODES%\%VERSION%\node.exe"
call :name
if not exist "%TO%" goto say_noRoom
del /q "%PART%.sum" "%NODES%\node-v%VERSION%.exe" >nul 2>nul
set "BROUGHT=1"
exit /b

:unusable
del /q "%PART%.exe" >nul 2>nul
>"%NODES%\%VERSION%\does-not-run" echo %VERSION%
goto say_doesNotRun

rem Gives the file FROM the name TO. A virus scanner may have a new file open for some seconds.
:name
for /l %%I in (1,1,30) do (
  if exist "%FROM%" move /y "%FROM%" "%TO%" >nul 2>nul
  if exist "%FROM%" "%SYSTEM%\ping.exe" -n 2 127.0.0.1 >nul
)
exit /b

rem Brings a newer build, and shows nothing. The device program removes the earlier builds.
:renew_node
call :look_unfit
if defined UNFIT exit /b
goto bring_node
