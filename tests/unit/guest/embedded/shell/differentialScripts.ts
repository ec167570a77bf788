/** Scripts in which a wrong place for a redirection would change what is written, and where. */
export const ownScripts: readonly string[] = `
echo a; echo b >&2
echo a | tr a-z A-Z
echo a >&2 | cat
{ echo a; echo b >&2; } | cat
{ echo a; echo b >&2; } 2>/dev/null
{ echo a; echo b >&2; } >/dev/null
{ echo a; echo b >&2; } > f; cat f
{ echo a; echo b >&2; } 2> f; cat f
{ echo a; echo b >&2; } >> f 2>> g; cat f g
(echo a; echo b >&2) 2>/dev/null
(echo a; (echo b; echo c >&2) 2>/dev/null) | sort -r
x=$(echo hello); echo "x=$x"
x=$(echo hello; echo err >&2); echo "x=$x"
x=$(echo hello 2>&1 >/dev/null); echo "x=$x"
x=$(ls nofile 2>&1); echo "x=$x"
x=\`echo back; echo tick\`; echo $x
echo "$(echo "$(echo deep)")"
for i in 1 2; do echo $i; done > f; wc -l < f
for i in $(seq 3); do echo $i; done | tail -1
for i in 1 2; do echo $i >&2; done 2> f; cat f
while read l; do echo "[$l]"; done < t.txt
while read l; do echo "[$l]" >&2; done < t.txt 2> f; cat f
cat t.txt | while read l; do echo "[$l]"; done | sort
until false; do echo once; break; done
if echo cond; then echo yes; else echo no; fi
if echo cond >/dev/null; then echo yes; fi > f; cat f
if grep -q foo t.txt; then echo found; fi
case a in a) echo A;; b) echo B;; esac
case a in a) echo A >&2;; esac 2> f; cat f
case $(echo a) in a) echo "sub A";; esac
f() { echo out; echo err >&2; }; f
f() { echo out; echo err >&2; }; f | tr a-z A-Z
f() { echo out; echo err >&2; }; f 2>&1 | sort
f() { echo out; echo err >&2; }; f > g; cat g
f() { echo out; echo err >&2; }; f 2> g; cat g
f() { echo out; echo err >&2; }; f > g 2>&1; sort g
f() { echo out; }; x=$(f); echo "x=$x"
f() { echo out; }; g() { f | tr a-z A-Z; f; }; g; g | wc -l
f() { echo $1; [ $1 -gt 0 ] && f $(($1-1)); }; f 3; f 3 | tac
f() { local x=$(echo $1); echo "<$x>"; return 3; }; f a; echo $?
f() ( echo sub; exit 4 ); f; echo $?
f() { echo body; } > g; f; cat g
f() { echo one; }; f; f() { echo two; }; f
f() { g() { echo inner; }; g; }; f; g | rev
f() { echo old; }; unset -f f; f
f() { cat; }; echo in | f
f() { cat; }; echo in | f | f | rev
f() { echo a; echo b; }; f | head -1
f() { echo "$@"; }; f 'a b' c; f "$(echo d)"
f() { return 2; }; f || echo "failed $?"
f() { exit 7; }; (f); echo $?
f() { echo x; exit 7; }; f; echo never
bash -c 'echo a; echo b >&2'
bash -c 'echo a; echo b >&2' 2>/dev/null
bash -c 'echo a; echo b >&2' > f 2>&1; sort f
bash -c 'echo $0 $1 $#' zero one two
bash -c 'exit 9'; echo $?
echo 'echo from stdin' | bash
bash -c 'bash -c "echo nested; exit 2"; echo $?'
bash -c 'f() { echo in; }; f | rev; f'
sh -c 'echo sh'
x=$(bash -c 'echo a; echo b >&2'); echo "x=$x"
bash s.sh arg
bash nofile.sh
seq 3 | xargs echo
seq 3 | xargs -n 1 bash -c 'echo "[$0]"'
find . -name '*.txt' -exec echo found {} \\; | sort
find . -name '*.sh' -exec bash -c 'echo "$1"' _ {} \\;
timeout 5 echo quick
timeout 5 bash -c 'echo a; exit 3'; echo $?
cat <(echo a) <(echo b)
diff <(echo a) <(echo a) && echo same
echo x > >(tr a-z A-Z)
tee >(tr a-z A-Z) < u.txt > /dev/null
wc -l < <(seq 5)
exec 2>&1; echo a; echo b >&2
exec 2>/dev/null; echo a; echo b >&2
exec > f; echo hidden; exec >&2; cat f
exec 3>&1; echo a >&3; echo b 1>&3
exec 3> f; echo a >&3; exec 3>&-; cat f
exec 4< t.txt; read -u 4 l; echo "$l"
if true; then exec > f; fi; echo hidden; cat f >&2
f() { exec > g; echo hidden; }; (f); cat g
{ echo a >&3; } 3>&1
{ echo a; echo b >&2; } 3>&1 1>&2 2>&3
echo a 3>&1 1>&2 2>&3
echo a > f 2>&1 > g; cat f g
ls nofile t.txt 2>&1 >/dev/null
ls nofile t.txt > /dev/null 2>&1; echo $?
echo a &> f; cat f
echo a &>> f; echo b &>> f; cat f
{ echo a; ls nofile; } |& wc -l
ls nofile |& tr a-z A-Z
cat << EOF
heredoc $HOME $(echo sub)
EOF
cat << 'EOF' | tr a-z A-Z
quoted $HOME
EOF
cat <<< "here string"
tr a-z A-Z <<< "$(echo sub)"
set -e; echo a; false; echo never
set -e; f() { false; echo after; }; f || echo caught
set -o pipefail; false | true; echo $?
false | true; echo \${PIPESTATUS[@]}
set -u; echo \${x-default}; echo $x; echo never
set -x; echo traced; f() { echo in; }; f
true && echo and || echo or; false && echo and || echo or
! false && echo negated
a=(1 2 3); for x in "\${a[@]}"; do echo $x; done; echo \${#a[@]}
declare -A m; m[k]=v; echo \${m[k]}; for k in "\${!m[@]}"; do echo $k; done
echo \${undefined:-$(echo fallback)}
echo $(( $(echo 2) + 3 ))
[[ $(echo a) == a ]] && echo match
x=1; (x=2; echo $x); echo $x
x=1; echo $x | cat; x=2 | true; echo $x
cd src; pwd; cd ..; (cd docs; pwd); pwd
printf '%s\\n' a b c; printf 'no newline'
printf 'x\\ny\\n' | { read a; echo "got $a"; cat; }
read a b <<< "one two"; echo "$b $a"
echo a; exit 3; echo never
(exit 5); echo $?; exit
eval 'echo ev; echo er >&2'; eval 'echo p | tr p q'
eval 'f() { echo from eval; }'; f; f | rev
source ./.env; echo $A $B
printf 'echo sourced\\nreturn 4\\n' > l.sh; source ./l.sh; echo $?
printf 'lf() { echo lib; }\\n' > l.sh; . ./l.sh; lf; lf | rev
alias hi='echo hi there'; hi
alias hi='echo hi'; hi a | tr a-z A-Z
command echo a | cat; command -v echo
type echo; type cd
nosuchcommand; echo $?; nosuchcommand 2>/dev/null; echo $?
nosuchcommand | cat; echo $?
echo )
if then fi
echo "unclosed
for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; [ $i = 3 ] && break; done
for ((i=0;i<3;i++)); do echo $i; done | paste -s -d ,
while true; do echo loop; break; done | cat
select x in a b; do echo $x; break; done < /dev/null
seq 1 100 | head -3; seq 1 100 | tail -2 | head -1
yes | head -2; yes no | head -1
cat t.txt nofile; echo $?; cat nofile t.txt 2>/dev/null
head -1 t.txt u.txt; tail -1 t.txt; wc -l t.txt u.txt
cat -n t.txt | tail -1; cat t.txt | cat | wc -c
seq 3 > f; cat f >> g; cat g f | sort | uniq
head -c 3 t.txt > f; wc -c f; seq 1000 > big; tail -c 4 big
echo a > f; cat f - <<< b
cat < t.txt > copy; cmp t.txt copy 2>/dev/null; cat copy
env X=1 bash -c 'echo $X'; X=2 bash -c 'echo $X'; X=3 env | grep ^X=
export Y=1; bash -c 'echo $Y'; unset Y; bash -c 'echo [$Y]'
mkdir -p a/b; rmdir a/b; ls a; rm -r a; ls -d a
sleep 0.01; echo slept; sleep 0.01 | echo piped
trap 'echo bye' EXIT; echo hi
echo one & wait; echo two
kill -0 $$ 2>/dev/null; echo done
tee f g < t.txt | wc -l; cat f g | wc -l
sort u.txt | uniq -c | sort -rn | head -1
awk 'BEGIN{print "a"; print "b" > "/dev/stderr"}'
sed -n '1p;2w f' t.txt; cat f
echo '{"a":1}' | jq .a; jq -r .v d.json
find . -type f | wc -l; ls | wc -l; ls src | cat
echo $'tab\\there'; echo -e 'a\\nb'; echo -n x; echo
echo é ü 漢字 | cat; echo 漢字 | wc -c; printf 'é' > f; cat f
grep -rn foo t.txt; grep -c o t.txt; grep zzz t.txt; echo $?
time true 2>/dev/null
history | tail -1; help cd | head -1
`
  .trim()
  .split('\n')
  .reduce<string[]>((scripts, line) => {
    // A here-document or an open quote goes on over lines.
    const last = scripts.at(-1);
    const open = last !== undefined && /<< '?EOF'?/.test(last) && !/\nEOF$/.test(last);
    if (open) scripts[scripts.length - 1] = `${last}\n${line}`;
    else scripts.push(line);
    return scripts;
  }, []);
