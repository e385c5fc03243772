package io.weir.engine.store.recovery;

/**
 * Receives the progress of a recovery, on the thread that applies. Several shards may report at
 * once.
 */
public interface RecoveryListener {

  /** Takes no interest. */
  RecoveryListener NOBODY = new RecoveryListener() {
    @Override
    public void entry() {}

    @Override
    public void bytes(long done) {}
  };

  /** Reports that an entry of the snapshot was loaded, or a record of the log was applied. */
  void entry();

  /** Reports that so many more bytes were read and applied. */
  void bytes(long done);
}
