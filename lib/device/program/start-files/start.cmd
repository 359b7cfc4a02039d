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

{{bringNode}}

{{oneDrive}}
{{words}}
