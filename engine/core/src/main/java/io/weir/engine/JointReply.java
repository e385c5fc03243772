package io.weir.engine;

import io.weir.api.JointCommit;
import io.weir.api.TableWrite;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.WriteResult;
import io.weir.engine.joint.EntityOperation;
import io.weir.engine.joint.StalePlan;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.WriteCommand;
import io.weir.engine.unique.UniqueWrites;
import java.util.List;
import reactor.core.publisher.MonoSink;

/**
 * Signals the outcome of a joint commit. A commit that a unique index has made stale is planned by {@code unique} and sent again. Runs on:
 * the loop of one of its shards, or of the sequencer.
 */
record JointReply(
    MonoSink<List<WriteResult>> sink,
    JointCommit commit,
    List<EntityOperation> operations,
    UniqueWrites unique)
    implements CommandReply {

  @Override
  public void done(long timestampTicks) {
    sink.success(results(commit, timestampTicks));
  }

  /** Returns the results of a commit that was carried out with a Timestamp. */
  static List<WriteResult> results(JointCommit commit, long timestampTicks) {
    return commit.operations().stream()
        .map(operation -> result(operation, timestampTicks))
        .toList();
  }

  private static WriteResult result(TableWrite operation, long timestampTicks) {
    return operation instanceof TableWrite.Change change
        ? WriteCommand.resultOf(change.write(), timestampTicks)
        : WriteResult.REMOVED;
  }

  @Override
  public void failed(TableServiceException failure) {
    if (StalePlan.is(failure)) {
      unique.commit(operations, List.of(), this);
    } else {
      sink.error(failure);
    }
  }
}
