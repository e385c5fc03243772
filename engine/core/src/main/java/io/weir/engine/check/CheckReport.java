package io.weir.engine.check;

/**
 * The result of a check.
 *
 * @param damages number of findings of damage; 0 for a sound store
 * @param snapshotEntries sound entries of the snapshot
 * @param logRecords sound records of the log after the snapshot
 * @param indexEntries entries of indexes that an entity implies; 0 if snapshot or log are damaged
 * @param bytes bytes read
 */
public record CheckReport(
    long damages, long snapshotEntries, long logRecords, long indexEntries, long bytes) {

  public boolean isSound() {
    return damages == 0;
  }
}
