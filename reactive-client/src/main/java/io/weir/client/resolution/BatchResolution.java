package io.weir.client.resolution;

import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.options.UnknownWrites;
import java.util.List;

/**
 * Resolves a batch by one of its writes, the witness. This is enough because the service carries out all writes of a batch or none,
 * with one Timestamp.
 *
 * <p>Any thread; belongs to one operation.
 */
public final class BatchResolution
    implements Verdict.Handler<WriteResult, Verdict<List<WriteResult>>> {

  private final Batch batch;
  private final int witness;

  private BatchResolution(Batch batch, int witness) {
    this.batch = batch;
    this.witness = witness;
  }

  /** Resolves a batch by its first write with a condition. Without one, {@link UnknownWrites} decides. */
  public static Resolution<List<WriteResult>> of(
      Batch batch, UnknownWrites policy, WriteResolution writes) {
    var witness = witness(batch.writes());
    if (witness < 0) {
      return policy == UnknownWrites.REPEAT ? Resolution.repeating() : Resolution.none();
    }
    var one = writes.of(batch.writes().get(witness));
    var whole = new BatchResolution(batch, witness);
    return (sentAfter, refusal) ->
        one.resolve(sentAfter, refusal).map(verdict -> verdict.dispatch(whole));
  }

  @Override
  public Verdict<List<WriteResult>> done(Verdict.Done<WriteResult> verdict) {
    return Verdict.done(batch.writes().stream()
        .map(write -> write instanceof Write.Delete ? WriteResult.REMOVED : verdict.answer())
        .toList());
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

  private static int witness(List<Write> writes) {
    for (var i = 0; i < writes.size(); i++) {
      if (WriteResolution.isConditional(writes.get(i))) {
        return i;
      }
    }
    return -1;
  }
}
