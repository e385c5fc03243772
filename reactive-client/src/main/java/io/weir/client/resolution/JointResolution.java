package io.weir.client.resolution;

import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.options.UnknownWrites;
import java.util.List;
import java.util.function.Function;

/**
 * Resolves a joint commit by one of its writes, the witness, as {@link BatchResolution} does.
 *
 * <p>Any thread; belongs to one operation.
 */
public final class JointResolution
    implements Verdict.Handler<WriteResult, Verdict<List<WriteResult>>> {

  private final JointCommit commit;
  private final int witness;

  private JointResolution(JointCommit commit, int witness) {
    this.commit = commit;
    this.witness = witness;
  }

  /**
   * Resolves a joint commit by its first write with a condition. Without one, {@link UnknownWrites} decides.
   *
   * @param writes returns the resolution of single writes to a table
   */
  public static Resolution<List<WriteResult>> of(
      JointCommit commit, UnknownWrites policy, Function<TableName, WriteResolution> writes) {
    for (var i = 0; i < commit.operations().size(); i++) {
      if (commit.operations().get(i) instanceof TableWrite.Change change
          && WriteResolution.isConditional(change.write())) {
        var one = writes.apply(change.table()).of(change.write());
        var whole = new JointResolution(commit, i);
        return (sentAfter, refusal) ->
            one.resolve(sentAfter, refusal).map(verdict -> verdict.dispatch(whole));
      }
    }
    return policy == UnknownWrites.REPEAT ? Resolution.repeating() : Resolution.none();
  }

  @Override
  public Verdict<List<WriteResult>> done(Verdict.Done<WriteResult> verdict) {
    return Verdict.done(commit.operations().stream()
        .map(operation -> stores(operation) ? verdict.answer() : WriteResult.REMOVED)
        .toList());
  }

  private static boolean stores(TableWrite operation) {
    return operation instanceof TableWrite.Change change
        && !(change.write() instanceof Write.Delete);
  }

  @Override
  public Verdict<List<WriteResult>> refused(Verdict.Refused<WriteResult> verdict) {
    return Verdict.refused(verdict.refusal().atOperation(witness));
  }

  @Override
  public Verdict<List<WriteResult>> repeatable(Verdict.Repeatable<WriteResult> verdict) {
    return Verdict.repeatable();
  }

  @Override
  public Verdict<List<WriteResult>> unknown(Verdict.Unknown<WriteResult> verdict) {
    return Verdict.unknown(verdict.facts());
  }
}
