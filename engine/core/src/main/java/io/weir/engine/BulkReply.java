package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkResult;
import io.weir.api.write.BulkUnit;
import io.weir.api.write.Write;
import io.weir.engine.shard.Reply;
import java.util.List;

/**
 * The outcome of a line, or of a group of lines. Shard loop.
 *
 * @param firstLine number of the first; the others follow it
 * @param isGroup whether a failure names the line at fault, by its place in the group
 * @param drain called once all are settled
 */
record BulkReply(
    BulkWindow window, long firstLine, List<Write> writes, boolean isGroup, Runnable drain)
    implements Reply {

  static BulkReply ofLine(BulkWindow window, BulkUnit.Single line, Runnable drain) {
    return new BulkReply(window, line.firstLine(), List.of(line.write()), false, drain);
  }

  static BulkReply ofGroup(BulkWindow window, BulkUnit.Group group, Runnable drain) {
    return new BulkReply(window, group.firstLine(), group.batch().writes(), true, drain);
  }

  @Override
  public void done(long timestampTicks) {
    for (var i = 0; i < writes.size(); i++) {
      var result = WriteReply.resultOf(writes.get(i), timestampTicks);
      window.settle(firstLine + i, new BulkResult.Done(firstLine + i, result));
    }
    drain.run();
  }

  @Override
  public void failed(TableServiceException failure) {
    refuse(window, firstLine, writes.size(), isGroup ? failure : withoutPlace(failure));
    drain.run();
  }

  static void refuse(BulkWindow window, long firstLine, int lines, TableServiceException cause) {
    for (var line = firstLine; line < firstLine + lines; line++) {
      window.settle(line, new BulkResult.Refused(line, cause));
    }
  }

  private static TableServiceException withoutPlace(TableServiceException failure) {
    return failure.atOperation(TableServiceException.NO_OPERATION);
  }
}
