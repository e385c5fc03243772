package io.weir.engine.shard;

import io.weir.api.error.TableServiceException;
import io.weir.api.write.WriteResult;

/** Receives the outcome of a command. Called once, on the shard's loop; must not block. */
public interface CommandReply {

  /**
   * Notes the images of the entity that a change in place has made. Called when the change is
   * evaluated, on the loop that evaluates it. It may be evaluated again; the last images before
   * {@link #done} are those of the answer.
   */
  default void changed(WriteResult.Images images) {}

  /**
   * The command was carried out and is durable. Each of its writes has this Timestamp, in ticks.
   */
  void done(long timestampTicks);

  /** The command was not carried out, or its outcome is unknown; the failure says which. */
  void failed(TableServiceException failure);
}
