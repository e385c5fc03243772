package io.weir.engine.check;

/** Hears of a check while it runs, on the thread that checks. */
public interface CheckListener {

  /** A file of so many bytes is read from now on. */
  void begin(String file, long bytes);

  /** So many more bytes of that file were read. */
  void read(long bytes);

  /** Something is damaged. */
  void damaged(Finding finding);

  /** Something is worth knowing and no damage: a start puts it right by itself. */
  void remark(String what);
}
