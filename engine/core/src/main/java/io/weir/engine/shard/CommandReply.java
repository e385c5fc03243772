package io.weir.engine.shard;

import io.weir.api.error.TableServiceException;

/** Receives the outcome of a command. Called once, on the shard's loop; must not block. */
public interface CommandReply {

  /** The command was carried out and is durable. Each of its writes has this Timestamp, in ticks. */
  void done(long timestampTicks);

  /** The command was not carried out, or its outcome is unknown; the failure says which. */
  void failed(TableServiceException failure);
}
