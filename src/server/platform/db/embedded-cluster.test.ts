import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCluster } from "./embedded-cluster.ts";

test("a program that says nothing and never ends is ended, and leaves nothing behind", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vetura-cluster-"));
  const home = join(folder, "home");
  const programs = join(folder, "programs");
  await mkdir(home);
  await mkdir(join(programs, "bin"), { recursive: true });
  await writeFile(join(programs, "bin/initdb"), "#!/bin/sh\nexec sleep 600\n", { mode: 0o755 });
  const place = {
    home,
    cluster: join(home, "cluster"),
    programs,
    runAs: null,
    password: "x",
    socket: join(home, "socket"),
    socketIsPassing: false,
  };
  try {
    await expect(createCluster(place, 200)).rejects.toThrow("initdb was ended after");
    expect(await readdir(home)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
