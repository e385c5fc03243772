package io.weir.server.value;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.pattern.large.LargeValue;
import io.weir.pattern.large.Replaces;
import io.weir.server.request.Access;
import io.weir.server.request.TableRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The conditions of a request for a value: {@code If-Match} and {@code If-None-Match} (RFC 9110,
 * section 13).
 *
 * <p>A value's tag is strong, because its bytes belong to it: it is the tag of the head's entity
 * without {@code W/}. deliberate: {@code If-Match} accepts the weak spelling too, because entity
 * queries show heads with it.
 *
 * <p>Fails with {@code InvalidHeaderValue} for a header that is no list of tags, and for a write
 * under a condition that cannot be kept: {@code If-None-Match} with tags, or both headers.
 */
final class ValueConditions {

  private static final String ANY = "*";
  private static final Pattern TAG = Pattern.compile("(?:[Ww]/)?(\"[\\x21\\x23-\\x7E]*\")");

  /**
   * A list of tags. The repetition is possessive: one that could give back would need a stack frame
   * for each tag of a long header.
   */
  private static final Pattern LIST = Pattern.compile("\\s*(?:" + TAG + "\\s*(?:,\\s*|$))++");

  private final Optional<String> match;
  private final Optional<String> noneMatch;

  private ValueConditions(Optional<String> match, Optional<String> noneMatch) {
    this.match = match;
    this.noneMatch = noneMatch;
  }

  /** Reads the conditions of a read. */
  static ValueConditions ofRead(TableRequest request) {
    return new ValueConditions(
        header(request, HttpHeaderNames.IF_MATCH), header(request, HttpHeaderNames.IF_NONE_MATCH));
  }

  /** Reads the conditions of a write. */
  static ValueConditions ofWrite(TableRequest request) {
    var read = ofRead(request);
    if (read.noneMatch.isPresent()
        && (read.match.isPresent() || !read.noneMatch.get().equals(ANY))) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_HEADER_VALUE, "header=If-None-Match expected=*WithoutIfMatch");
    }
    return read;
  }

  /** Returns the tag of a value, as {@code ETag} carries it. */
  static String tagOf(LargeValue value) {
    return value.version().text().substring("W/".length());
  }

  /** Returns the uses of the head that a write under these conditions may come to. */
  Access.Use[] uses() {
    if (noneMatch.isPresent()) {
      return new Access.Use[] {Access.Use.ADD};
    }
    return match.isPresent()
        ? new Access.Use[] {Access.Use.UPDATE}
        : new Access.Use[] {Access.Use.ADD, Access.Use.UPDATE};
  }

  /**
   * Fails with {@code UpdateConditionNotSatisfied} unless a write may replace the stored value, or
   * add one where none is stored.
   */
  void requireWrite(Optional<LargeValue> stored) {
    requireMatch(stored);
    if (noneMatch.isPresent() && stored.isPresent()) {
      throw new PreconditionFailedException("value=exists");
    }
  }

  /**
   * Fails with {@code UpdateConditionNotSatisfied} unless {@code If-Match}, if it is given, names
   * the stored value.
   */
  void requireMatch(Optional<LargeValue> stored) {
    if (match.isPresent()
        && stored.filter(value -> includes(match.get(), value)).isEmpty()) {
      throw new PreconditionFailedException(
          stored.isPresent() ? "value=ofOtherVersion" : "value=absent");
    }
  }

  /** Returns whether {@code If-None-Match} names the value, so that its reader has it already. */
  boolean isKnown(LargeValue value) {
    return noneMatch.filter(tags -> includes(tags, value)).isPresent();
  }

  /**
   * Returns the condition for the end of a write. Fails as {@link #requireWrite} does over the
   * value that is stored now.
   */
  Replaces replaces(Optional<LargeValue> stored) {
    requireWrite(stored);
    if (noneMatch.isPresent()) {
      return Replaces.NOTHING;
    }
    if (match.isEmpty()) {
      return Replaces.ANYTHING;
    }
    return match.get().equals(ANY)
        ? Replaces.EXISTING
        : Replaces.version(stored.orElseThrow().version());
  }

  private static boolean includes(String condition, LargeValue value) {
    return condition.equals(ANY) || tags(condition).contains(tagOf(value));
  }

  private static List<String> tags(String list) {
    var tags = new ArrayList<String>();
    for (var found = TAG.matcher(list); found.find(); ) {
      tags.add(found.group(1));
    }
    return tags;
  }

  private static Optional<String> header(TableRequest request, CharSequence name) {
    var values = request.head().headers().getAll(name);
    if (values.isEmpty()) {
      return Optional.empty();
    }
    var list = String.join(",", values).strip();
    if (!list.equals(ANY) && !LIST.matcher(list).matches()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_HEADER_VALUE, "header=" + name + " expected=*|listOfETags");
    }
    return Optional.of(list);
  }
}
