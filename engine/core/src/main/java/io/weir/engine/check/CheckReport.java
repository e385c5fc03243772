package io.weir.engine.check;

/**
 * What a check came to.
 *
 * @param damages how many things are damaged; none in a sound store
 * @param snapshotEntries entries of the snapshot that were sound
 * @param logRecords records of the log behind the snapshot that were sound
 * @param bytes how much was read
 */
public record CheckReport(long damages, long snapshotEntries, long logRecords, long bytes) {

  public boolean isSound() {
    return damages == 0;
  }
}
