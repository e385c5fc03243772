package io.weir.engine.backup;

/** Hears how far a backup or a restoring is, on the thread that does it. */
public interface CopyListener {

  CopyListener NOBODY = new CopyListener() {
    @Override
    public void begin(String task, long bytes) {}

    @Override
    public void advance(long bytes) {}
  };

  /** A part of the work begins, of so many bytes. */
  void begin(String task, long bytes);

  /** So many more bytes of it are done. */
  void advance(long bytes);
}
