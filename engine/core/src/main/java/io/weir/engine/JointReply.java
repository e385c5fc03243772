package io.weir.engine;

import io.weir.api.JointCommit;
import io.weir.api.TableWrite;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.WriteResult;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.WriteCommand;
import java.util.List;
import reactor.core.publisher.MonoSink;

/** Signals the outcome of a joint commit. Runs on: the loop of one of its shards, or of the sequencer. */
record JointReply(MonoSink<List<WriteResult>> sink, JointCommit commit) implements CommandReply {

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
    sink.error(failure);
  }
}
