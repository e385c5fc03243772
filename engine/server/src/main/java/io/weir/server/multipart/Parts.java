package io.weir.server.multipart;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.server.request.MediaType;
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

  private static final char LINE_FEED = '\n';

  /** Characters behind a delimiter in its line: two hyphens, some white space, and what ends the line. */
  private static final int MOST_BEHIND = 18;

  private static final int BEFORE_FIRST = -1;

  private final String delimiter;
  private final int most;
  private final Lines lines;
  private final Heads heads = new Heads();

  /** The body, a character for each byte. */
  private final String text;

  private final List<Part> parts = new ArrayList<>();

  private Parts(String boundary, int most, ByteBuf body) {
    this.delimiter = "--" + boundary;
    this.most = most;
    this.lines = new Lines(body.slice());
    this.text = body.toString(ISO_8859_1);
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
    var parts = new Parts(boundary, most, body);
    parts.read();
    return parts.parts;
  }

  /** Looks for delimiters only: all that lies between them is passed over by the platform's search for a text. */
  private void read() {
    var begin = BEFORE_FIRST;
    for (var at = delimiterFrom(0); at >= 0 && parts.size() < most; at = delimiterFrom(at + 1)) {
      var end = endOfLine(at);
      var after = afterDelimiter(at, end);
      if (after == null) {
        continue;
      }
      if (begin != BEFORE_FIRST) {
        parts.add(Part.read(lines.between(begin, at), heads));
      }
      if (after.equals(CLOSE)) {
        return;
      }
      begin = end;
    }
    var closed = begin != BEFORE_FIRST && lines.isBlankFrom(begin);
    if (parts.size() < most && !closed) {
      throw malformed("closingBoundary");
    }
  }

  /** Where the next line begins that begins with the delimiter; negative for none. */
  private int delimiterFrom(int from) {
    var at = text.indexOf(delimiter, from);
    while (at > 0 && text.charAt(at - 1) != LINE_FEED) {
      at = text.indexOf(delimiter, at + 1);
    }
    return at;
  }

  /** Where the line behind begins. */
  private int endOfLine(int from) {
    var lineFeed = text.indexOf(LINE_FEED, from);
    return lineFeed < 0 ? text.length() : lineFeed + 1;
  }

  /** What stands behind the delimiter of a line, without white space; null where that makes it none. */
  private @Nullable String afterDelimiter(int begin, int end) {
    var behind = begin + delimiter.length();
    if (end - behind > MOST_BEHIND) {
      return null;
    }
    var after = text.substring(behind, end).strip();
    return after.isEmpty() || after.equals(CLOSE) ? after : null;
  }

  private static InvalidRequestException malformed(String expected) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "expected=" + expected + " in=multipartBody");
  }
}
