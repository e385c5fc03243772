package io.weir.engine.shard;

import io.weir.api.error.TableServiceException;

/** Where the outcome of a command goes. Called once, on the shard's loop; must not block. */
public interface Reply {

  /** Carried out and durable; every write of the command now has this Timestamp, in ticks. */
  void done(long timestampTicks);

  /** Not carried out, or of unknown outcome when the failure says so. */
  void failed(TableServiceException failure);
}
