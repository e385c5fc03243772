package io.weir.client.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.JointCommit;
import io.weir.api.OutboxCommit;
import io.weir.api.TableWrite;
import io.weir.api.error.TableServiceException;
import io.weir.api.json.ErrorBody;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.api.xml.MessageXml;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The answer to a batch: a part for each write, or a single part for the write that failed. The
 * text of that part begins with the number of the write.
 *
 * <p>A part is an answer without content, or JSON in one line. No content can therefore look like a
 * boundary, and it is enough to look for the beginnings of answers.
 *
 * <p>Belongs to one call. Fails as {@link RestAnswer} does.
 */
final class ChangeSetAnswer {

  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([0-9]{3})( .*)?");
  private static final Pattern NUMBERED = Pattern.compile("(?s)([0-9]{1,3}):(.*)");
  private static final String BOUNDARY = "--";
  private static final int FIRST_REFUSAL = 300;

  private final Iterator<String> lines;
  private final String requestId;
  private final List<Part> parts = new ArrayList<>();

  private ChangeSetAnswer(RestAnswer answer) {
    this.lines = new String(answer.body().array(), UTF_8).lines().iterator();
    this.requestId = answer.headers().get("x-ms-request-id", "");
  }

  static ChangeSetAnswer read(RestAnswer answer) {
    var read = new ChangeSetAnswer(answer);
    read.readParts();
    return read;
  }

  /** The answer to one write. */
  private record Part(int status, Map<String, String> headers, String body) {}

  /**
   * Returns a result for each write of the batch. Fails with the failure of one write, and names
   * the write.
   */
  List<WriteResult> results(Batch batch) {
    return results(batch.writes().size(), i -> !(batch.writes().get(i) instanceof Write.Delete));
  }

  /**
   * Returns a result for each operation of the joint commit. Fails with the failure of one
   * operation, and names it.
   */
  List<WriteResult> results(JointCommit commit) {
    var results = results(commit.operations().size(), isStored(commit));
    return IntStream.range(0, results.size())
        .mapToObj(i -> isAnsweredWithEntity(commit.operations().get(i))
            ? new WriteResult(results.get(i).timestampTicks(), images(parts.get(i)))
            : results.get(i))
        .toList();
  }

  private static boolean isAnsweredWithEntity(TableWrite operation) {
    return operation instanceof TableWrite.Change write
        && write.write() instanceof Write.Change change
        && change.isAnsweredWithEntity();
  }

  private static WriteResult.Images images(Part part) {
    return RestAnswer.read(part.body().getBytes(UTF_8), RestAnswer::images);
  }

  /**
   * Returns the results of the operations of a joint commit and of the messages after them. Fails
   * with the failure of one of them, and names it.
   */
  OutboxCommit results(JointCommit commit, int messages) {
    var operations = commit.operations().size();
    requireDone();
    requireParts(operations + messages);
    var sent = parts.subList(operations, operations + messages).stream()
        .map(part -> RestAnswer.read(part.body().getBytes(UTF_8), MessageXml::readSent))
        .toList();
    return new OutboxCommit(results(parts.subList(0, operations), isStored(commit)), sent);
  }

  private static IntPredicate isStored(JointCommit commit) {
    return i -> commit.operations().get(i) instanceof TableWrite.Change change
        && !(change.write() instanceof Write.Delete);
  }

  private List<WriteResult> results(int operations, IntPredicate stores) {
    requireDone();
    requireParts(operations);
    return results(parts, stores);
  }

  private static List<WriteResult> results(List<Part> parts, IntPredicate stores) {
    return IntStream.range(0, parts.size())
        .mapToObj(i -> stores.test(i)
            ? RestAnswer.stored(parts.get(i).headers().getOrDefault("etag", ""))
            : WriteResult.REMOVED)
        .toList();
  }

  private void requireDone() {
    for (var i = 0; i < parts.size(); i++) {
      if (parts.get(i).status() >= FIRST_REFUSAL) {
        throw refusal(parts.get(i), i);
      }
    }
  }

  private void requireParts(int expected) {
    if (parts.size() != expected) {
      throw RestAnswer.unexpected("batch", "parts=" + parts.size() + " writes=" + expected);
    }
  }

  /**
   * Returns the failure of the write whose number the text tells, or else of the write at this
   * place.
   */
  private TableServiceException refusal(Part part, int place) {
    var error = ErrorBody.read(part.body().getBytes(UTF_8)).orElse(new ErrorBody("", ""));
    var numbered = NUMBERED.matcher(error.text());
    var isNumbered = numbered.matches();
    var told = isNumbered ? new ErrorBody(error.code(), numbered.group(2)) : error;
    return RestRefusal.of(part.status(), told, requestId)
        .atOperation(isNumbered ? Integer.parseInt(numbered.group(1)) : place);
  }

  private void readParts() {
    while (lines.hasNext()) {
      var status = STATUS.matcher(lines.next());
      if (status.matches()) {
        parts.add(new Part(Integer.parseInt(status.group(1)), headers(), content()));
      }
    }
  }

  private Map<String, String> headers() {
    var headers = new TreeMap<String, String>();
    while (lines.hasNext()) {
      var line = lines.next();
      if (line.isBlank()) {
        break;
      }
      var halves = Arrays.asList(line.split(":", 2));
      headers.put(
          halves.get(0).strip().toLowerCase(Locale.ROOT),
          halves.get(halves.size() - 1).strip());
    }
    return headers;
  }

  private String content() {
    var content = new StringBuilder();
    while (lines.hasNext()) {
      var line = lines.next();
      if (line.startsWith(BOUNDARY)) {
        break;
      }
      content.append(line);
    }
    return content.toString();
  }
}
