package io.weir.engine.backup;

/**
 * The outcome of a restore.
 *
 * @param snapshotEntries number of entries copied from the snapshot
 * @param logRecords number of log records copied
 * @param omittedRecords number of log records after the restored point
 */
public record RestoreReport(long snapshotEntries, long logRecords, long omittedRecords) {}
