package io.weir.engine.offline;

/** Receives the progress and the findings of a check, on the thread that checks. */
public interface CheckListener {

  /** Reports that the check begins to read a file of so many bytes. */
  void begin(String file, long bytes);

  /** Reports that so many more bytes of that file were read. */
  void read(long bytes);

  /** Reports damage. */
  void damaged(Finding finding);

  /** Reports a fact that is no damage: a start repairs it by itself. */
  void remark(String what);
}
