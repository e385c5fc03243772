package io.weir.client.rest;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.ETag;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import java.util.Optional;

/**
 * The other spelling of an ETag. The original service omits trailing zeros of the fraction; the
 * emulator writes them and compares ETags as text. One of them therefore rejects the other's
 * spelling of every version whose fraction ends in zero, one in ten. The client tries both.
 *
 * <p>Any thread.
 */
final class TagSpelling implements Write.Handler<Optional<Write>> {

  private static final TagSpelling WITH_ZEROS = new TagSpelling();
  private static final int FRACTION_DIGITS = 7;

  private TagSpelling() {}

  /** Returns the write with all zeros in its version; empty if that makes no difference. */
  static Optional<Write> of(Write write) {
    return write.dispatch(WITH_ZEROS);
  }

  /** Returns the batch with all zeros in its versions; empty if that makes no difference. */
  static Optional<Batch> of(Batch batch) {
    return batch.writes().stream().anyMatch(write -> of(write).isPresent())
        ? Optional.of(new Batch(
            batch.writes().stream().map(write -> of(write).orElse(write)).toList()))
        : Optional.empty();
  }

  @Override
  public Optional<Write> insert(Write.Insert write) {
    return Optional.empty();
  }

  @Override
  public Optional<Write> upsert(Write.Upsert write) {
    return Optional.empty();
  }

  @Override
  public Optional<Write> update(Write.Update write) {
    return withZeros(write.ifMatch())
        .map(version -> new Write.Update(write.entity(), write.mode(), version));
  }

  @Override
  public Optional<Write> delete(Write.Delete write) {
    return withZeros(write.ifMatch()).map(version -> new Write.Delete(write.key(), version));
  }

  @Override
  public Optional<Write> change(Write.Change write) {
    return withZeros(write.ifMatch()).map(write::ifMatch);
  }

  private static Optional<IfMatch> withZeros(IfMatch condition) {
    if (!(condition instanceof IfMatch.Version version)) {
      return Optional.empty();
    }
    var ticks = version.etag().timestamp();
    if (ticks.isEmpty()) {
      return Optional.empty();
    }
    var spelled = new ETag("W/\"datetime'" + moment(ticks.getAsLong()) + "'\"");
    return spelled.equals(version.etag())
        ? Optional.empty()
        : Optional.of(IfMatch.version(spelled));
  }

  private static String moment(long ticks) {
    var trimmed = new EdmDateTime(ticks).toString();
    var point = trimmed.indexOf('.');
    var digits = point < 0 ? "" : trimmed.substring(point + 1, trimmed.length() - 1);
    var whole = trimmed.substring(0, point < 0 ? trimmed.length() - 1 : point);
    return (whole + "." + digits + "0".repeat(FRACTION_DIGITS - digits.length()) + "Z")
        .replace(":", "%3A");
  }
}
