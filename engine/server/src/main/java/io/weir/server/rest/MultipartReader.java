package io.weir.server.rest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.server.request.MediaType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splits a multipart body into its parts. Any thread. */
final class MultipartReader {

  /** The accepted media type. */
  static final String MULTIPART = "multipart/mixed";

  /** The longest boundary that RFC 2046 allows, in characters. */
  private static final int MAX_BOUNDARY_CHARACTERS = 70;

  private static final String CLOSE = "--";

  private static final char LINE_FEED = '\n';

  /**
   * The longest text that may follow a delimiter in its line, in characters: two hyphens, white
   * space and the line ending.
   */
  private static final int MAX_TRAILING_CHARACTERS = 18;

  private static final int BEFORE_FIRST = -1;

  private final String delimiter;
  private final int maxParts;
  private final MultipartLines lines;
  private final HeaderReader headerReader = new HeaderReader();

  /** The body with one character per byte. */
  private final String text;

  private final List<Part> parts = new ArrayList<>();

  private MultipartReader(String boundary, int maxParts, ByteBuf body) {
    this.delimiter = "--" + boundary;
    this.maxParts = maxParts;
    this.lines = new MultipartLines(body.slice());
    this.text = body.toString(ISO_8859_1);
  }

  /**
   * Returns the parts of a body.
   *
   * @param type media type of the body; contains the boundary
   * @param body is not consumed; the parts are views of it
   * @param maxParts number of parts after which reading stops; the rest of the body is not checked
   */
  static List<Part> read(MediaType type, ByteBuf body, int maxParts) {
    var boundary = type.exactParameter("boundary");
    if (!type.name().equals(MULTIPART) || boundary.isEmpty()) {
      throw malformed(MULTIPART + ";boundary=..");
    }
    if (boundary.length() > MAX_BOUNDARY_CHARACTERS) {
      throw malformed("boundaryOfAtMost" + MAX_BOUNDARY_CHARACTERS + "Characters");
    }
    var parts = new MultipartReader(boundary, maxParts, body);
    parts.readAll();
    return parts.parts;
  }

  /**
   * Reads the parts. Searches for delimiters only, with {@code String.indexOf}, and skips the
   * content between them.
   */
  private void readAll() {
    var begin = BEFORE_FIRST;
    for (var at = delimiterFrom(0);
        at >= 0 && parts.size() < maxParts;
        at = delimiterFrom(at + 1)) {
      var end = endOfLine(at);
      var trailing = trailingText(at, end);
      if (trailing == null) {
        continue;
      }
      if (begin != BEFORE_FIRST) {
        parts.add(Part.read(lines.between(begin, at), headerReader));
      }
      if (trailing.equals(CLOSE)) {
        return;
      }
      begin = end;
    }
    var closed = begin != BEFORE_FIRST && lines.isBlankFrom(begin);
    if (parts.size() < maxParts && !closed) {
      throw malformed("closingBoundary");
    }
  }

  /** Returns the offset of the next line that begins with the delimiter, or a negative number. */
  private int delimiterFrom(int from) {
    var at = text.indexOf(delimiter, from);
    while (at > 0 && text.charAt(at - 1) != LINE_FEED) {
      at = text.indexOf(delimiter, at + 1);
    }
    return at;
  }

  /** Returns the offset of the next line. */
  private int endOfLine(int from) {
    var lineFeed = text.indexOf(LINE_FEED, from);
    return lineFeed < 0 ? text.length() : lineFeed + 1;
  }

  /**
   * Returns the text between a delimiter and the end of its line, stripped; null if this text shows
   * that the line is content.
   */
  private @Nullable String trailingText(int begin, int end) {
    var textBegin = begin + delimiter.length();
    if (end - textBegin > MAX_TRAILING_CHARACTERS) {
      return null;
    }
    var trailing = text.substring(textBegin, end).strip();
    return trailing.isEmpty() || trailing.equals(CLOSE) ? trailing : null;
  }

  private static InvalidRequestException malformed(String expected) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "expected=" + expected + " in=multipartBody");
  }
}
