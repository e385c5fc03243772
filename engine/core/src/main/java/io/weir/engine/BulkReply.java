package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.engine.shard.Reply;
import java.util.List;

/**
 * The outcome of a line, or of a group of lines. Shard loop.
 *
 * @param firstLine number of the first; the others follow it
 * @param drain called once all are settled
 */
record BulkReply(BulkWindow window, long firstLine, List<Write> writes, Runnable drain)
    implements Reply {

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
    var isAlone = writes.size() == 1;
    refuse(window, firstLine, writes.size(), isAlone ? ofLine(failure) : failure);
    drain.run();
  }

  static void refuse(BulkWindow window, long firstLine, int lines, TableServiceException cause) {
    for (var line = firstLine; line < firstLine + lines; line++) {
      window.settle(line, new BulkResult.Refused(line, cause));
    }
  }

  private static TableServiceException ofLine(TableServiceException failure) {
    return failure.atOperation(TableServiceException.NO_OPERATION);
  }
}
