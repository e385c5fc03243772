package io.weir.server.multipart;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.server.http.MediaType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes a multipart body apart. Any thread. */
public final class Parts {

  /** The media type whose bodies are understood. */
  public static final String MULTIPART = "multipart/mixed";

  /** Longest boundary that RFC 2046 allows, in characters. */
  private static final int LONGEST_BOUNDARY = 70;

  private static final String CLOSE = "--";

  /** Characters behind a delimiter in its line: two hyphens, and some white space. */
  private static final int MOST_BEHIND = 16;

  private static final int BEFORE_FIRST = -1;

  private final String delimiter;
  private final int most;
  private final List<Part> parts = new ArrayList<>();

  private Parts(String boundary, int most) {
    this.delimiter = "--" + boundary;
    this.most = most;
  }

  /**
   * The parts of a body.
   *
   * @param type its media type, which names the boundary
   * @param body is looked at; the parts are views of it
   * @param most parts that are read; what follows them is not looked at
   */
  public static List<Part> of(MediaType type, ByteBuf body, int most) {
    var boundary = type.exactParameter("boundary");
    if (!type.name().equals(MULTIPART) || boundary.isEmpty()) {
      throw malformed(MULTIPART + ";boundary=..");
    }
    if (boundary.length() > LONGEST_BOUNDARY) {
      throw malformed("boundaryOfAtMost" + LONGEST_BOUNDARY + "Characters");
    }
    var parts = new Parts(boundary, most);
    parts.read(new Lines(body.slice()));
    return parts.parts;
  }

  private void read(Lines lines) {
    var begin = BEFORE_FIRST;
    while (lines.hasNext() && parts.size() < most) {
      var lineAt = lines.position();
      var after = afterDelimiter(lines.next());
      if (after == null) {
        continue;
      }
      if (begin != BEFORE_FIRST) {
        parts.add(Part.read(lines.between(begin, lineAt)));
      }
      if (after.equals(CLOSE)) {
        return;
      }
      begin = lines.position();
    }
    var closed = begin != BEFORE_FIRST && lines.isBlankFrom(begin);
    if (parts.size() < most && !closed) {
      throw malformed("closingBoundary");
    }
  }

  /** What stands behind the delimiter of a line that is one, without white space; null for other lines. */
  private @Nullable String afterDelimiter(ByteBuf line) {
    if (line.readableBytes() < delimiter.length()
        || line.readableBytes() > delimiter.length() + MOST_BEHIND) {
      return null;
    }
    var text = line.toString(UTF_8);
    var after = text.startsWith(delimiter) ? text.substring(delimiter.length()).strip() : "-";
    return after.isEmpty() || after.equals(CLOSE) ? after : null;
  }

  private static InvalidRequestException malformed(String expected) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "expected=" + expected + " in=multipartBody");
  }
}
