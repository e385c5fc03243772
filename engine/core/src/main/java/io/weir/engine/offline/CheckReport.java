package io.weir.engine.offline;

/**
 * The result of a check.
 *
 * @param damages number of findings of damage; 0 for a sound store
 * @param entries sound entries of the checkpoint, or of the snapshot
 * @param logRecords sound records of the log after it
 * @param indexEntries entries of indexes that an entity implies; 0 if anything is damaged
 * @param bytes bytes read
 */
public record CheckReport(
    long damages, long entries, long logRecords, long indexEntries, long bytes) {

  public boolean isSound() {
    return damages == 0;
  }
}
