package io.weir.server.value;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.pattern.large.ValueUpload;
import io.weir.server.answer.HttpReply;
import io.weir.server.request.MediaType;
import io.weir.server.request.TableRequest;
import java.util.regex.Pattern;

/** The headers of uploads, as "Resumable Uploads for HTTP" defines them. */
final class UploadHeaders {

  /** The media type of a part. */
  static final String PART = "application/partial-upload";

  private static final AsciiString OFFSET = AsciiString.cached("Upload-Offset");
  private static final AsciiString COMPLETE = AsciiString.cached("Upload-Complete");
  private static final AsciiString LIMIT = AsciiString.cached("Upload-Limit");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}");

  private UploadHeaders() {}

  /**
   * Adds the state of an upload that is not finished, and the SHA-256 with which it began, if any.
   */
  static HttpReply open(HttpReply reply, ValueUpload upload, long limitBytes) {
    return upload
        .content()
        .sha256()
        .map(sha256 -> ValueHeaders.digest(reply, sha256))
        .orElse(reply)
        .with(OFFSET, Long.toString(upload.position()))
        .with(COMPLETE, "?0")
        .with(
            LIMIT,
            "max-size=" + limitBytes + ", min-append-size=" + upload.chunkBytes() + ", max-age="
                + Housekeeping.ABANDONED.toSeconds());
  }

  /** Adds that the upload is finished. */
  static HttpReply complete(HttpReply reply) {
    return reply.with(COMPLETE, "?1");
  }

  /** Fails with {@code MediaTypeNotSupported} unless the body is a part of an upload. */
  static void requirePart(TableRequest request) {
    if (!MediaType.parse(request.header(HttpHeaderNames.CONTENT_TYPE)).name().equals(PART)) {
      throw new InvalidRequestException(
          ErrorCode.MEDIA_TYPE_NOT_SUPPORTED, "header=Content-Type expected=" + PART);
    }
  }

  /** Returns the offset at which the body continues. */
  static long offset(TableRequest request) {
    var text = required(request, OFFSET);
    if (!NUMBER.matcher(text).matches()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_HEADER_VALUE, "header=Upload-Offset expected=numberOfBytes");
    }
    return Long.parseLong(text);
  }

  /** Returns whether the body is the last part. */
  static boolean isLast(TableRequest request) {
    return switch (required(request, COMPLETE)) {
      case "?1" -> true;
      case "?0" -> false;
      default ->
        throw new InvalidRequestException(
            ErrorCode.INVALID_HEADER_VALUE, "header=Upload-Complete expected=?0|?1");
    };
  }

  private static String required(TableRequest request, CharSequence name) {
    var text = request.header(name).strip();
    if (text.isEmpty()) {
      throw new InvalidRequestException(ErrorCode.MISSING_REQUIRED_HEADER, "header=" + name);
    }
    return text;
  }
}
