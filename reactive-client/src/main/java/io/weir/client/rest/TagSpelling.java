package io.weir.client.rest;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.ETag;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import java.util.Optional;

/**
 * The other spelling of a version's tag: the original service leaves trailing zeros of the fraction out, the emulator writes them and
 * compares tags as text. A version whose fraction ends in zero, one in ten, is refused by the one in the spelling of the other; so it is
 * asked for in both.
 *
 * <p>Any thread.
 */
final class TagSpelling implements Write.Handler<Optional<Write>> {

  private static final TagSpelling WITH_ZEROS = new TagSpelling();
  private static final int FRACTION_DIGITS = 7;

  private TagSpelling() {}

  /** The same write, its version spelled with all zeros; empty where that makes no difference. */
  static Optional<Write> of(Write write) {
    return write.dispatch(WITH_ZEROS);
  }

  /** The same of a batch. */
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
