/** Mutants of what keeps states of workspaces, as those of `picked.mjs`. */
export const pickedStates = [
  {
    file: 'src/domain/states/state.ts',
    replace: 'if (!isHeldBy(lock, actor)) throw lockedBy(lock)',
    by: '',
    test: 'test/states/writing.test.ts',
  },
  {
    file: 'src/domain/states/state.ts',
    replace: 'if (next.serial <= serial)',
    by: 'if (next.serial < serial)',
    test: 'test/states/writing.test.ts',
  },
  {
    file: 'src/domain/states/state.ts',
    replace: "...(announced.md5 === read.md5 ? [] : [of('md5', `the state has ${read.md5}`)]),",
    by: '',
    test: 'test/states/writing.test.ts',
  },
  {
    file: 'src/domain/states/state-outputs.store.ts',
    replace: 'this.toOutput(row, shown(row))',
    by: 'this.toOutput(row, true)',
    test: 'test/states/locks.test.ts',
  },
  {
    file: 'src/domain/states/workspace-locks.service.ts',
    replace: 'await this.enginePolicy.admitWorkspace(tx, access.workspace)',
    by: '',
    test: 'test/states/policy.test.ts',
  },
  {
    file: 'src/domain/workspaces/workspace-scope.ts',
    replace: 'return word === writes || (isReading && word === reads)',
    by: "return word.startsWith('workspace:')",
    test: 'test/states/scopes.test.ts',
  },
  {
    file: 'src/adapters/secrets/file-sealer.ts',
    replace: 'decipher.setAAD(Buffer.from(about)).setAuthTag(piece.subarray(end))',
    by: "decipher.setAAD(Buffer.from('')).setAuthTag(piece.subarray(end))",
    test: 'test/states/writing.test.ts',
  },
]
