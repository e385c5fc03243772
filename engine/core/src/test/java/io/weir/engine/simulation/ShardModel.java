package io.weir.engine.simulation;

import io.weir.engine.simulation.Operation.Hearing;
import io.weir.engine.simulation.Operation.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a shard may hold, given what was asked of it and what it answered: a prefix of the operations that it did not refuse, in the
 * order in which they were sent.
 */
final class ShardModel {

  /**
   * What was found when the store was opened: how many operations are there at least, and at most. There is more than one answer
   * when an operation changes nothing.
   */
  record Found(List<Operation> operations, int atLeast, int atMost) {

    List<Operation> surelyThere() {
      return operations.subList(0, atLeast);
    }

    List<Operation> surelyLost() {
      return operations.subList(atMost, operations.size());
    }
  }

  private Map<String, Integer> cells = new TreeMap<>();
  private final List<Operation> operations = new ArrayList<>();
  private int promised;
  private long highestTicks;
  private boolean disturbed;

  void sent(Operation operation, int at) {
    operation.sent(at, highestTicks);
    operations.add(operation);
  }

  /**
   * Hears of an acknowledgement: Timestamps of a shard rise in the order in which it is done with operations, which is that in which they
   * are answered, but for those that wait for lines before them.
   */
  void answered(Operation operation) {
    var before = operation.hearing == Hearing.AT_ONCE ? highestTicks : operation.ticksBefore();
    if (operation.ticks() <= before) {
      throw new AssertionError(
          "Timestamp went back before=" + before + " ticks=" + operation.ticks() + " " + operation);
    }
    highestTicks = Math.max(highestTicks, operation.ticks());
  }

  /** The disk may fail from now on, until the store is opened anew: what was not heard of may have been lost or refused alone. */
  void disturbed() {
    disturbed = true;
  }

  /** Operations whose outcome may be settled while nobody has heard of it. */
  long unheard() {
    return operations.stream().filter(Operation::isUnheard).count();
  }

  /** Everything acknowledged by now must be found from now on. */
  void promise() {
    for (var i = operations.size(); i > promised; i--) {
      if (operations.get(i - 1).outcome() == Outcome.DONE) {
        promised = i;
        return;
      }
    }
  }

  /** The whole log went on after a failure: what had an unknown outcome did not happen. */
  void forgetUnknown() {
    forgetUnknownBefore(operations.size());
  }

  /** The shard went on with this operation: what was sent before it and had an unknown outcome did not happen. */
  void forgetUnknownBefore(Operation operation) {
    forgetUnknownBefore(operations.indexOf(operation));
  }

  private void forgetUnknownBefore(int end) {
    var went = without(end, Set.of());
    operations.clear();
    operations.addAll(went.operations());
    promised = went.promised();
  }

  /**
   * Compares with what an opened store shows of this shard, and goes on from there.
   *
   * @param visible which cells can be seen at all: those of tables that exist
   */
  Found found(Map<String, Integer> shown, Predicate<String> visible, String what) {
    var found = explanations()
        .map(explanation -> explanation.found(cells, shown, visible))
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow(() -> new AssertionError("what is there is no prefix of what was asked for "
            + what + "\n shown    " + shown + "\n before   " + cells + "\n promised "
            + operations.subList(0, promised) + "\n then     "
            + operations.subList(promised, operations.size())));
    cells =
        new TreeMap<>(shown); // no trace is left of what cannot be seen: its id may be given again
    operations.clear();
    promised = 0;
    disturbed = false;
    return found;
  }

  /**
   * What may have happened. Nothing is lost before something that is there, but for this: where the outcome of operations was said
   * to be unknown, the shard may have gone on without them, and what came then is there while nobody had heard of it yet. So it may with
   * what would have been said so, or refused, had it been heard of.
   */
  private Stream<Explanation> explanations() {
    return IntStream.rangeClosed(0, operations.size())
        .filter(end -> end == 0 || operations.get(end - 1).outcome() == Outcome.UNKNOWN)
        .boxed()
        .flatMap(end -> lostUnheard().map(lost -> without(end, lost)));
  }

  /** Any choice of what was not heard of; nothing first. */
  private Stream<Set<Operation>> lostUnheard() {
    var unheard = disturbed
        ? operations.stream().filter(Operation::isUnheard).toList()
        : List.<Operation>of();
    return IntStream.range(0, 1 << unheard.size())
        .mapToObj(choice -> IntStream.range(0, unheard.size())
            .filter(i -> (choice >> i & 1) == 1)
            .mapToObj(unheard::get)
            .collect(Collectors.toSet()));
  }

  private Explanation without(int end, Set<Operation> lost) {
    var kept = new ArrayList<Operation>();
    var keptPromised = 0;
    for (var i = 0; i < operations.size(); i++) {
      var operation = operations.get(i);
      var isLost = i < end && operation.outcome() == Outcome.UNKNOWN || lost.contains(operation);
      if (!isLost) {
        kept.add(operation);
        keptPromised += i < promised ? 1 : 0;
      }
    }
    return new Explanation(kept, keptPromised);
  }

  /** Takes the highest Timestamp that can be known from what was found. */
  void continueTicksFrom(long ticks) {
    highestTicks = ticks;
  }

  long highestTicks() {
    return highestTicks;
  }
}
