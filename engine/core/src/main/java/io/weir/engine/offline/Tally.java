package io.weir.engine.offline;

import io.weir.engine.disk.Folder;

/** Counts the findings of a check and passes them on. Owner: the thread that checks. */
final class Tally {

  private final CheckListener listener;
  private long damages;
  private long entries;
  private long records;
  private long indexEntries;
  private long bytes;

  Tally(CheckListener listener) {
    this.listener = listener;
  }

  void begin(Folder folder, String file, long fileBytes) {
    listener.begin(folder.locate(file), fileBytes);
  }

  void read(long count) {
    bytes += count;
    listener.read(count);
  }

  void entry() {
    entries++;
  }

  void record() {
    records++;
  }

  void indexEntries(long count) {
    indexEntries += count;
  }

  void damaged(Folder folder, String file, long offset, String damage) {
    damages++;
    listener.damaged(new Finding(folder.locate(file), offset, damage));
  }

  /** Returns the number of findings of damage so far. */
  long damages() {
    return damages;
  }

  void remark(String what) {
    listener.remark(what);
  }

  CheckReport report() {
    return new CheckReport(damages, entries, records, indexEntries, bytes);
  }
}
