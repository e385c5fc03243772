package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkResult;
import io.weir.api.write.BulkUnit;
import io.weir.api.write.Write;
import io.weir.engine.shard.Reply;
import java.util.List;

/** The outcome of a unit of a bulk write. Settles its lines, and has the subscription drained. Shard loop. */
sealed interface BulkReply extends Reply {

  static BulkReply ofLine(BulkWindow window, BulkUnit.Single line, Runnable drain) {
    return new Line(window, line.firstLine(), WriteReply.removes(line.write()), drain);
  }

  static BulkReply ofGroup(BulkWindow window, BulkUnit.Group group, Runnable drain) {
    return new Group(window, group.firstLine(), group.batch().writes(), drain);
  }

  static void refuse(BulkWindow window, long firstLine, int lines, TableServiceException cause) {
    for (var line = firstLine; line < firstLine + lines; line++) {
      window.settle(line, new BulkResult.Refused(line, cause));
    }
  }

  /**
   * Of a line by itself. Knows no more of the write than it tells: by now that has long left the processor's caches.
   *
   * @param removes whether the line is a removal, which has no Timestamp
   */
  record Line(BulkWindow window, long line, boolean removes, Runnable drain) implements BulkReply {

    @Override
    public void done(long timestampTicks) {
      window.settle(line, new BulkResult.Done(line, WriteReply.resultOf(removes, timestampTicks)));
      drain.run();
    }

    @Override
    public void failed(TableServiceException failure) {
      refuse(window, line, 1, failure.atOperation(TableServiceException.NO_OPERATION));
      drain.run();
    }
  }

  /**
   * Of a group of lines, which have one outcome; a failure names the line at fault, by its place in the group.
   *
   * @param firstLine number of the first; the others follow it
   */
  record Group(BulkWindow window, long firstLine, List<Write> writes, Runnable drain)
      implements BulkReply {

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
      refuse(window, firstLine, writes.size(), failure);
      drain.run();
    }
  }
}
