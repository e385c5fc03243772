package io.weir.engine.bulk;

import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkResult;
import io.weir.api.write.BulkUnit;
import io.weir.api.write.Write;
import io.weir.engine.command.StalePlan;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.WriteCommand;
import java.util.List;

/**
 * Settles the lines of one unit of a bulk write, then drains the subscription. Runs on: shard loop.
 */
sealed interface BulkReply extends CommandReply {

  static BulkReply ofLine(
      BulkWindow window, BulkUnit.Single line, PlannedLines planned, Runnable drain) {
    return new Line(
        window,
        line.firstLine(),
        line.write(),
        WriteCommand.isRemoval(line.write()),
        planned,
        drain);
  }

  static BulkReply ofGroup(
      BulkWindow window, BulkUnit.Group group, PlannedLines planned, Runnable drain) {
    return new Group(window, group.firstLine(), group.batch().writes(), planned, drain);
  }

  static void refuse(BulkWindow window, long firstLine, int lines, TableServiceException cause) {
    for (var line = firstLine; line < firstLine + lines; line++) {
      window.settle(line, new BulkResult.Refused(line, cause));
    }
  }

  /**
   * The reply of a single line. It reads one flag and not the write, which has left the processor's
   * caches when the reply is called.
   *
   * @param write is read only when a unique index has made it stale
   * @param removes whether the line is a removal; its result has no Timestamp
   */
  record Line(
      BulkWindow window,
      long line,
      Write write,
      boolean removes,
      PlannedLines planned,
      Runnable drain)
      implements BulkReply {

    @Override
    public void done(long timestampTicks) {
      window.settle(
          line, new BulkResult.Done(line, WriteCommand.resultOf(removes, timestampTicks)));
      drain.run();
    }

    @Override
    public void failed(TableServiceException failure) {
      if (StalePlan.is(failure)) {
        planned.bounced(new PlannedLines.Unit(line, List.of(write), this));
      } else {
        refuse(window, line, 1, failure.atOperation(TableServiceException.NO_OPERATION));
      }
      drain.run();
    }
  }

  /**
   * The reply of a group of lines, which succeed or fail together. A failure names the line at
   * fault by its index in the group.
   *
   * @param firstLine number of the group's first line; the numbers of the others follow it
   */
  record Group(
      BulkWindow window, long firstLine, List<Write> writes, PlannedLines planned, Runnable drain)
      implements BulkReply {

    @Override
    public void done(long timestampTicks) {
      for (var i = 0; i < writes.size(); i++) {
        var result = WriteCommand.resultOf(writes.get(i), timestampTicks);
        window.settle(firstLine + i, new BulkResult.Done(firstLine + i, result));
      }
      drain.run();
    }

    @Override
    public void failed(TableServiceException failure) {
      if (StalePlan.is(failure)) {
        planned.bounced(new PlannedLines.Unit(firstLine, writes, this));
      } else {
        refuse(window, firstLine, writes.size(), failure);
      }
      drain.run();
    }
  }
}
