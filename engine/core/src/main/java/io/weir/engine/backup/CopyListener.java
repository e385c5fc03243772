package io.weir.engine.backup;

/** Receives the progress of a backup or restore, on the thread that runs it. */
public interface CopyListener {

  CopyListener NOBODY = new CopyListener() {
    @Override
    public void begin(String task, long bytes) {}

    @Override
    public void advance(long bytes) {}
  };

  /** A task begins. {@code bytes} is its length, or -1 when it is not known. */
  void begin(String task, long bytes);

  /** The current task has processed {@code bytes} more bytes. */
  void advance(long bytes);
}
