# SPDX-License-Identifier: BSD-3-Clause
"""Fails when a header in stiction/ cannot be compiled alone, or gives a warning there.

    check_headers.py PROJECT_FOLDER

Most of the time would go into reading the same headers hundreds of times. So some that many others include are
precompiled; each header is then compiled behind the largest of those that it includes itself, directly or through
others, which shows it nothing that it does not ask for. What has passed is remembered in ./headers_alone, by content.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)
OUTSIDE = 20_000  # what a header of the standard library adds to a compilation, in characters of ours, roughly
WORK = pathlib.Path("headers_alone").resolve()


class Headers:
    """Every header, what it includes, and which precompiled one stands in front of it."""

    def __init__(self, root):
        self.root = root
        paths = sorted(root.glob("stiction/**/*.hpp"))
        self.text = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}
        self.seen = {}  # header: all it includes, itself too, and names of headers from outside
        for name in self.text:
            self.reach(name)

    def reach(self, name):
        if name not in self.seen:
            self.seen[name] = {name}
            for quoted, bracketed in INCLUDE.findall(self.text.get(name, "")):
                self.seen[name] |= self.reach(quoted or bracketed)
        return self.seen[name]

    def cost(self, name):
        return sum(len(self.text.get(one, "")) or OUTSIDE for one in self.seen[name])

    def shared(self, names):
        """Header: the precompiled one in front of it or None, for `names`; chosen one by one, as long as that pays."""
        candidates = sorted(set().union(*self.seen.values()))
        cost = {None: 0} | {name: self.cost(name) for name in candidates}
        front = dict.fromkeys(names)

        def served(hub):
            return [name for name in names if name != hub and hub in self.seen[name] and cost[hub] > cost[front[name]]]

        def gain(hub):
            return sum(cost[hub] - cost[front[name]] for name in served(hub)) - 2 * cost[hub]

        while (hub := max(candidates, key=gain)) and gain(hub) > 0:
            front.update(dict.fromkeys(served(hub), hub))
        return front

    def content(self, name, flags):
        parts = [f"{one}\n{self.text.get(one, '')}" for one in sorted(self.seen[name])]
        return hashlib.sha256("\n".join([*flags, *parts]).encode()).hexdigest()


def compiler_and_flags(root):
    presets = {p["name"]: p for p in json.loads((root / "CMakePresets.json").read_text())["configurePresets"]}
    warnings = presets["strict"]["cacheVariables"]["CMAKE_CXX_FLAGS"].split()
    # clang++ reads a precompiled header three times as fast as g++, which sees every header in other builds.
    compiler = ["clang++-14", "-fpch-instantiate-templates"] if shutil.which("clang++-14") else ["c++"]
    version = subprocess.run([compiler[0], "--version"], capture_output=True, text=True, check=True).stdout
    return version, [*compiler, "-std=c++20", f"-I{root}", "-DTOML_HEADER_ONLY=1", *warnings, "-Werror"]


def compiled(words):
    """What the compiler has to say; nothing when all is well."""
    done = subprocess.run(words, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr.strip() or f"{words[0]} ended with {done.returncode}"


def file_that_includes(name, suffix):
    path = WORK / (name.replace("/", ".") + suffix)
    path.write_text(f'#include "{name}"\n', encoding="utf-8")
    return path


def precompile(name, flags):
    path = file_that_includes(name, ".shared.hpp")
    compiled([*flags, "-x", "c++-header", str(path), "-o", f"{path}.gch"])  # what is wrong in it, its own turn tells


def compile_alone(name, shared, flags):
    in_front = ["-include", str(WORK / (shared.replace("/", ".") + ".shared.hpp"))] if shared else []
    return compiled([*flags, "-fsyntax-only", *in_front, str(file_that_includes(name, ".cpp"))])


def not_installed(headers, flags):
    """Names of headers from outside that this machine lacks."""
    names = sorted({one for seen in headers.seen.values() for one in seen if one not in headers.text})
    probe = WORK / "probe.cpp"
    probe.write_text("".join(f"#if !__has_include(<{name}>)\nlacks {name}\n#endif\n" for name in names), encoding="utf-8")
    said = subprocess.run([*flags, "-E", "-P", probe], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"lacks (.+)", said))


def main(root):
    WORK.mkdir(exist_ok=True)
    memory = WORK / "passed.json"
    passed = set(json.loads(memory.read_text())) if memory.exists() else set()
    version, flags = compiler_and_flags(root)
    headers = Headers(root)
    lacking = not_installed(headers, flags)
    content = {name: headers.content(name, [version, *flags]) for name in headers.text}
    known = [name for name in headers.text if not headers.seen[name] & lacking]
    for name in sorted(set(headers.text) - set(known)):
        print(f"{name}: not compiled, {' '.join(sorted(headers.seen[name] & lacking))} is not installed")
    names = [name for name in known if content[name] not in passed]
    front = headers.shared(names)
    failed = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda hub: precompile(hub, flags), {hub for hub in front.values() if hub}))
        for name, said in zip(names, pool.map(lambda name: compile_alone(name, front[name], flags), names)):
            if said:
                failed[name] = said
    memory.write_text(json.dumps(sorted({content[name] for name in known if name not in failed})))
    for path in [*WORK.glob("*.gch"), *WORK.glob("*pp")]:
        path.unlink()
    print(f"{len(names)} headers compiled alone, {len(known) - len(names)} as before")
    return "\n\n".join(f"{name}: not complete in itself\n{said}" for name, said in failed.items())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()) or 0)
