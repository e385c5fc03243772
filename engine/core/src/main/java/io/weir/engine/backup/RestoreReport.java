package io.weir.engine.backup;

/**
 * What a restoring came to.
 *
 * @param snapshotEntries entries taken from the snapshot
 * @param logRecords records of the log carried over
 * @param omittedRecords records of the log behind the point
 */
public record RestoreReport(long snapshotEntries, long logRecords, long omittedRecords) {}
