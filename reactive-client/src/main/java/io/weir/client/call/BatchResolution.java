package io.weir.client.call;

import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.options.UnknownWrites;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Resolves a batch or a joint commit by one of its writes, the witness. This is enough because the
 * service carries out all operations or none, with one Timestamp.
 *
 * <p>Any thread; belongs to one operation.
 */
public final class BatchResolution
    implements Verdict.Handler<WriteResult, Verdict<List<WriteResult>>> {

  /** The write of each operation; empty for a check. */
  private final List<Optional<Write>> writes;

  private final int witness;

  private BatchResolution(List<Optional<Write>> writes, int witness) {
    this.writes = writes;
    this.witness = witness;
  }

  /**
   * Resolves a batch by the token of a change in it, else by its first write with a condition.
   * Without one, {@link UnknownWrites} decides.
   */
  public static Resolution<List<WriteResult>> of(
      Batch batch, UnknownWrites policy, WriteResolution writes) {
    return of(
        batch.writes().stream().map(Optional::of).toList(),
        policy,
        witness -> writes.of(batch.writes().get(witness)));
  }

  /**
   * Resolves a joint commit as a batch.
   *
   * @param writes returns the resolution of single writes to a table
   */
  public static Resolution<List<WriteResult>> of(
      JointCommit commit, UnknownWrites policy, Function<TableName, WriteResolution> writes) {
    var operations = commit.operations();
    var changes = operations.stream().map(BatchResolution::writeOf).toList();
    return of(
        changes,
        policy,
        witness -> writes
            .apply(operations.get(witness).table())
            .of(changes.get(witness).orElseThrow()));
  }

  private static Optional<Write> writeOf(TableWrite operation) {
    return operation instanceof TableWrite.Change change
        ? Optional.of(change.write())
        : Optional.empty();
  }

  private static Resolution<List<WriteResult>> of(
      List<Optional<Write>> writes,
      UnknownWrites policy,
      Function<Integer, Resolution<WriteResult>> single) {
    if (policy != UnknownWrites.FAIL && writes.stream().anyMatch(BatchResolution::hasToken)) {
      return Resolution.remembered();
    }
    var witness = IntStream.range(0, writes.size())
        .filter(i -> writes.get(i).filter(WriteResolution::isConditional).isPresent())
        .findFirst();
    if (witness.isEmpty()) {
      var repeats =
          policy == UnknownWrites.REPEAT && writes.stream().noneMatch(BatchResolution::isChange);
      return repeats ? Resolution.repeating() : Resolution.none();
    }
    var one = single.apply(witness.getAsInt());
    var whole = new BatchResolution(writes, witness.getAsInt());
    return (sent, refusal) -> one.resolve(sent, refusal).map(verdict -> verdict.dispatch(whole));
  }

  @Override
  public Verdict<List<WriteResult>> done(Verdict.Done<WriteResult> verdict) {
    return Verdict.done(writes.stream()
        .map(write -> stores(write) ? verdict.answer() : WriteResult.REMOVED)
        .toList());
  }

  /** Whether the write is a change in place, which must not be carried out twice. */
  private static boolean isChange(Optional<Write> write) {
    return write.filter(Write.Change.class::isInstance).isPresent();
  }

  private static boolean hasToken(Optional<Write> write) {
    return write.filter(ChangeTokens::has).isPresent();
  }

  private static boolean stores(Optional<Write> write) {
    return write.filter(each -> !(each instanceof Write.Delete)).isPresent();
  }

  @Override
  public Verdict<List<WriteResult>> refused(Verdict.Refused<WriteResult> verdict) {
    return Verdict.refused(verdict.refusal().atOperation(witness));
  }

  @Override
  public Verdict<List<WriteResult>> repeatable(Verdict.Repeatable<WriteResult> verdict) {
    return new Verdict.Repeatable<>(verdict.left());
  }

  @Override
  public Verdict<List<WriteResult>> unknown(Verdict.Unknown<WriteResult> verdict) {
    return Verdict.unknown(verdict.facts());
  }
}
