package io.weir.engine.shard;

import io.weir.engine.balance.ShardTraffic;
import io.weir.engine.log.CommitLog;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.tree.ColdPage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes turns: takes commands from the mailbox and evaluates them until the turn is full, a command
 * has to be alone, or a page has to be read first.
 *
 * <p>Owner: shard loop.
 */
final class TurnAssembly {

  /**
   * Logs at DEBUG which thread does which step of a write. The endpoint logs the steps of a request
   * to the same logger.
   */
  private static final Logger TRACE = LoggerFactory.getLogger("io.weir.trace");

  private final int number;
  private final CommitLog log;
  private final Mailbox mailbox;
  private final Evaluator evaluator;
  private final UnpublishedTurns turns;
  private final ColdPageWait cold;
  private final ServedTree served;
  private final PageRoom room;
  private final ShardTraffic traffic;
  private final ShardOptions options;

  /** What follows the evaluation of a command. */
  private enum Step {
    NEXT,

    /** The turn takes no more commands. */
    ENDED,

    /** The shard is refused, and nothing of the turn is kept. */
    REFUSED
  }

  TurnAssembly(
      int number,
      CommitLog log,
      Mailbox mailbox,
      Evaluator evaluator,
      UnpublishedTurns turns,
      ColdPageWait cold,
      ServedTree served,
      PageRoom room,
      ShardTraffic traffic,
      ShardOptions options) {
    this.number = number;
    this.log = log;
    this.mailbox = mailbox;
    this.evaluator = evaluator;
    this.turns = turns;
    this.cold = cold;
    this.served = served;
    this.room = room;
    this.traffic = traffic;
    this.options = options;
  }

  /**
   * Returns the next turn, evaluated and not yet committed; null if no command could be evaluated
   * now.
   */
  @Nullable
  Turn next() {
    var turn = new Turn();
    turns.buildOn(log);
    turns.begin(turn);
    if (fill(turn) == Step.REFUSED) {
      turns.end();
      turn.failAll(evaluator.pageDamaged());
      return null;
    }
    if (turn.commands() == 0) {
      turns.end();
      return null;
    }
    traffic.wrote(turn.commands(), turn.recordBytes());
    TRACE.debug(
        "evaluated shard={} commands={} logBytes={}", number, turn.commands(), turn.recordBytes());
    return turn;
  }

  private Step fill(Turn turn) {
    var inTurn = evaluator.in(turn);
    var most = room.turnCommands(options.turnCommands());
    var step = Step.NEXT;
    while (step == Step.NEXT
        && turn.commands() < most
        && turn.recordBytes() < options.turnBytes()) {
      var command = mailbox.peek();
      if (command == null
          || command instanceof JointPart
          || command.isAlone() && turn.commands() > 0) {
        break;
      }
      mailbox.poll();
      turn.take(command);
      step = evaluate(command, turn, inTurn);
    }
    return step;
  }

  private Step evaluate(Command command, Turn turn, Evaluator.InTurn inTurn) {
    try {
      inTurn.evaluate(command);
      cold.progressed();
    } catch (PageDamaged e) { // the read has reported the page to the store
      turn.refuse(command.reply(), evaluator.pageDamaged());
      if (served.isRefused()) {
        return Step.REFUSED;
      }
    } catch (ColdPage e) {
      turn.untake();
      mailbox.putBack(List.of(command));
      await(e, command);
      return Step.ENDED;
    }
    return command.isAlone() ? Step.ENDED : Step.NEXT;
  }

  private void await(ColdPage page, Command command) {
    if (command instanceof UpkeepCommand) {
      cold.awaitAhead(page);
    } else {
      cold.await(page, mailbox.nextKeys(ColdPageWait.MOST_PAGES, options.turnBytes()));
    }
  }
}
