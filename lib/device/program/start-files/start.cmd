@echo off
rem Starts the device program with the Node of this folder (.kura\node), which it fetches if there is none.
rem Words: install (the default), sync, status, uninstall. "sync" never asks and never waits for a person.
rem The name of a folder may contain any special sign of cmd. So each path is in quotes, and no name is an argument of
rem "call", which would expand it again. A block in parentheses never uses a variable that it sets.
setlocal EnableExtensions DisableDelayedExpansion
rem options that the user has set for other programs must not change how this Node runs
set "NODE_OPTIONS="
set "NODE_PATH="
set "HERE=%~dp0"
set "NODES=%HERE%.kura\node"
set "WORDS=%HERE%.kura\words\"
set "SYSTEM=%SystemRoot%\System32"
set "STATUS=1"
set "WORD="
if "%~1"=="" set "WORD=install"
for %%W in (install sync status uninstall) do if /i "%~1"=="%%W" set "WORD=%%W"
if not "%~2"=="" set "WORD="
if defined WORD goto words
call :say_usage >&2
exit /b 2

:words
if "%WORD%"=="sync" title kura
if "%WORD%"=="sync" call :say_syncs >&2
if exist "%HERE%{{program}}" goto complete
if exist "%HERE%{{previous}}" goto complete
call :say_incomplete >&2
goto finish

:complete
if not "%WORD%"=="install" goto node
set "CLOUD="
set "ROOT=%OneDrive%"
if defined ROOT call :find_cloud
set "ROOT=%OneDriveCommercial%"
if defined ROOT call :find_cloud
set "ROOT=%OneDriveConsumer%"
if defined ROOT call :find_cloud
if defined CLOUD goto move_out

:node
set "NODE="
if not defined KURA_NODE goto own_node
set "NODE=%KURA_NODE:"=%"
goto start

:own_node
call :find_node
if defined OWN goto found
if "%WORD%"=="status" goto no_node
if "%WORD%"=="uninstall" goto no_node
call :choose_build
call :bring_prepared >&2
if defined BROUGHT goto brought
set "UNFIT="
if "%WORD%"=="sync" call :look_unfit
if defined UNFIT call :say_doesNotRun >&2
if defined UNFIT goto finish
call :say_fetches
echo   "%SHOWN%"
if not "%WORD%"=="install" goto bring
call :say_ask
call :ask
if defined YES goto bring
call :say_declined
goto finish

:no_node
call :say_noNode >&2
goto finish

:bring
call :bring_node >&2
if not defined BROUGHT goto finish

:brought
set "OWN=%VERSION%"
set "OWN_RANK=%BUILD_RANK%"

:found
set "NODE=%NODES%\%OWN%\node.exe"

:start
rem Node keeps the compiled program, which speeds up this start test and the next sync
if not "%WORD%"=="status" if not "%WORD%"=="uninstall" set "NODE_COMPILE_CACHE=%HERE%.kura\compiled"
set "PROGRAM=%HERE%{{program}}"
call :prove
if defined STARTS goto run
set "PROGRAM=%HERE%{{previous}}"
call :prove
if defined STARTS call :say_usesPrevious >&2
if defined STARTS goto run
"%NODE%" --version >nul 2>nul
if not "%errorlevel%"=="0" goto no_start
call :say_noProgram >&2
goto finish

:no_start
call :say_noStart >&2
echo   "%NODE%" >&2
goto finish

:run
"%NODE%" "%PROGRAM%" %WORD% --dir "%HERE%."
set "STATUS=%errorlevel%"
rem a newer build is fetched only now, after the work; the next start uses it
if defined KURA_NODE goto finish
if "%WORD%"=="status" goto finish
if "%WORD%"=="uninstall" goto finish
call :choose_build
if %BUILD_RANK% gtr %OWN_RANK% call :renew_node >nul 2>nul

:finish
if "%WORD%"=="install" pause
exit /b %STATUS%

rem Sets STARTS if NODE can run PROGRAM, which then prints its name. Only the inner cmd of "for /f" expands the two paths.
:prove
set "STARTS="
if not exist "%PROGRAM%" exit /b
for /f "tokens=1" %%W in ('""%%NODE%%" "%%PROGRAM%%" --version <nul 2>nul"') do if "%%W"=="kura-device" set "STARTS=1"
exit /b

rem Sets YES if a person says yes or only presses Enter.
:ask
set "YES="
set "ANSWER="
set /p "ANSWER=> "
if not defined ANSWER set "ANSWER=y"
set "ANSWER=%ANSWER:"=%"
if not defined ANSWER exit /b
if /i "%ANSWER:~0,1%"=="y" set "YES=1"
exit /b

rem Sets RANK, which orders versions; it is empty if V is no version such as 24.21.0.
:rank
set "RANK="
if not "%V:~0,11%"=="%V%" exit /b
set "OTHER="
for /f "delims=0123456789." %%X in ("0%V%") do set "OTHER=1"
if defined OTHER exit /b
for /f "tokens=1-3 delims=." %%A in ("%V%") do if "%%A.%%B.%%C"=="%V%" set /a "RANK=%%A*1000000+%%B*1000+%%C" 2>nul
exit /b

rem Sets OWN to the newest version that the folder has: each was verified before it got its name.
:find_node
set "OWN="
set "OWN_RANK=0"
pushd "%NODES%"
for /d %%D in (*) do (set "V=%%D"& call :find_newer)
popd
exit /b

:find_newer
if not exist "%NODES%\%V%\node.exe" exit /b
call :rank
if not defined RANK exit /b
if %RANK% leq %OWN_RANK% exit /b
set "OWN=%V%"
set "OWN_RANK=%RANK%"
exit /b

rem Sets the build that this folder should have: that of this file, or a newer one that the device program has written into
rem .kura\node.txt, if every word there is well-formed. No word is expanded before this is checked.
:choose_build
set "VERSION={{version}}"
set "SHA256={{sha256}}"
set "BYTES={{bytes}}"
set "V=%VERSION%"
call :rank
set "BUILD_RANK=%RANK%"
if not exist "%HERE%.kura\node.txt" goto address
set "LINES="
set "MORE="
set "NEW_BYTES="
for %%F in ("%HERE%.kura\node.txt") do if %%~zF gtr 200 set "MORE=1"
if not defined MORE for /f "usebackq tokens=1-4*" %%A in ("%HERE%.kura\node.txt") do (
  if defined LINES set "MORE=1"
  set "LINES=1"
  set "V=%%A"
  set "NEW_NAME=%%B"
  set "NEW_SHA256=%%C"
  set "NEW_BYTES=%%D"
  if not "%%E"=="" set "MORE=1"
)
if defined MORE goto address
if not defined NEW_BYTES goto address
rem a quote in a word would end the quotes around it
set "V=%V:"=%"
set "NEW_NAME=%NEW_NAME:"=%"
set "NEW_SHA256=%NEW_SHA256:"=%"
set "NEW_BYTES=%NEW_BYTES:"=%"
set "ODD="
for /f "delims=0123456789abcdef" %%X in ("0%NEW_SHA256%") do set "ODD=1"
for /f "delims=0123456789" %%X in ("0%NEW_BYTES%") do set "ODD=1"
if defined ODD goto address
if not "%NEW_NAME%"=="{{name}}" goto address
if "%NEW_SHA256:~0,63%"=="%NEW_SHA256%" goto address
if not "%NEW_SHA256:~0,64%"=="%NEW_SHA256%" goto address
if not "%NEW_BYTES:~0,9%"=="%NEW_BYTES%" goto address
call :rank
if not defined RANK goto address
if %RANK% leq %BUILD_RANK% goto address
set "VERSION=%V%"
set "SHA256=%NEW_SHA256%"
set "BYTES=%NEW_BYTES%"
set "BUILD_RANK=%RANK%"

:address
set "MIRROR=https://nodejs.org/dist"
if defined KURA_NODE_MIRROR set "MIRROR=%KURA_NODE_MIRROR:"=%"
if "%MIRROR:~-1%"=="/" set "MIRROR=%MIRROR:~0,-1%"
set "ADDRESS=%MIRROR%/v%VERSION%/{{name}}"
for /f "tokens=1,2* delims=/" %%A in ("%ADDRESS%") do (set "SCHEME=%%A"& set "HOST=%%B"& set "REST=%%C")

:hide_password
if not "%HOST:*@=%"=="%HOST%" (set "HOST=%HOST:*@=%"& goto hide_password)
set "SHOWN=%SCHEME%//%HOST%/%REST%"
exit /b

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

{{oneDrive}}
{{words}}
