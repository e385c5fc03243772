package io.weir.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.ServiceFailedException;
import io.weir.client.value.Sha256;
import io.weir.client.value.UploadEnd;
import io.weir.client.value.UploadTerms;
import io.weir.client.value.ValueHead;
import io.weir.client.value.ValueName;
import io.weir.client.value.ValueSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;

/**
 * Transfers of large values that break, stop, or are answered in another way than they were asked.
 */
@Timeout(60)
final class RemoteValuesTest {

  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final Duration SILENCE = Duration.ofSeconds(1);
  private static final ValueName PHOTO =
      new ValueName(new TableName("Birds"), new EntityKey("Owl's", "1"), "a photo");
  private static final ValueHead VERSION = new ValueHead(10, "image/png", "\"1\"", "");
  private static final UUID UPLOAD = new UUID(1, 2);
  private static final String CONTENT = "1234567890";
  private static final UploadTerms TERMS =
      new UploadTerms("image/png", sha256(CONTENT), Optional.of("\"0\""));
  private static final String OK = "HTTP/1.1 200 OK";
  private static final String TEN = "Content-Length: 10";
  private static final String NOTHING = "Content-Length: 0";

  private RawService service;
  private WeirClient client;

  @BeforeEach
  void start() throws IOException {
    service = RawService.start();
    client = service.client().connect();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    service.close();
  }

  @Test
  void aValueIsAddressedByItsEncodedNames() {
    service.then("", OK, TEN, "Content-Type: image/png", "ETag: \"1\"", "Repr-Digest: x");

    assertThat(client.values().head(PHOTO).block(WAIT))
        .isEqualTo(new ValueHead(10, "image/png", "\"1\"", "x"));
    assertThat(service.lines("head "))
        .containsExactly(
            "head /devstoreaccount1/birds(partitionkey=%27owl%27%27s%27,rowkey=%271%27)/%24value/a%20photo http/1.1");
  }

  @Test
  void aServiceThatDoesNotAnswerEndsTheRequest() {
    becomeImpatient();
    assertThatThrownBy(() -> client.values().head(PHOTO).block(WAIT))
        .isInstanceOfSatisfying(
            ServiceFailedException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.OPERATION_TIMED_OUT));
  }

  @Test
  void anAnswerThatStopsIsContinuedAfterItsLastByte() {
    becomeImpatient();
    service
        .then("12345", OK, TEN)
        .then("67890", "HTTP/1.1 206 Part", "Content-Length: 5", "Content-Range: bytes 5-9/10");

    assertThat(read(0)).isEqualTo(CONTENT);
    assertThat(service.lines("range:")).containsExactly("range: bytes=5-");
    assertThat(service.lines("if-match:")).containsExactly("if-match: \"1\"", "if-match: \"1\"");
  }

  @Test
  void aDownloadThatBreaksOffIsContinuedAfterItsLastByte() {
    service
        .thenBreak("12345", OK, TEN)
        .thenBreak("67", "HTTP/1.1 206 Part", "Content-Length: 5", "Content-Range: bytes 5-9/10")
        .then("890", "HTTP/1.1 206 Part", "Content-Length: 3", "Content-Range: bytes 7-9/10");

    assertThat(read(0)).isEqualTo(CONTENT);
    assertThat(service.lines("range:")).containsExactly("range: bytes=5-", "range: bytes=7-");
  }

  @Test
  void bytesBeforeTheOffsetAreDroppedWhenTheWholeValueIsAnswered() {
    service.then(CONTENT, OK, TEN);

    assertThat(read(4)).isEqualTo("567890");
  }

  @Test
  void nothingIsAskedForAtTheEnd() {
    assertThat(read(10)).isEmpty();
    assertThat(service.requests()).isEmpty();
  }

  @Test
  void anotherPartIsRefused() {
    service.then("7890", "HTTP/1.1 206 Part", "Content-Length: 4", "Content-Range: bytes 6-9/10");

    assertThatThrownBy(() -> read(5))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("rest from byte 5: bytes 6-9/10");
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void twoVersionsAreNotMixed() {
    service
        .thenBreak("12345", OK, TEN)
        .then("", "HTTP/1.1 412 Failed", "x-ms-error-code: UpdateConditionNotSatisfied", NOTHING);

    assertThatThrownBy(() -> read(0)).isInstanceOf(PreconditionFailedException.class);
  }

  @Test
  void aRefusalIsThatOfItsBody() {
    var body = "{\"odata.error\":{\"code\":\"TableNotFound\",\"message\":{\"value\":\""
        + ErrorCode.TABLE_NOT_FOUND.text() + " table=Birds\"}}}";
    service.then(body, "HTTP/1.1 404 None", "Content-Length: " + body.length());

    assertThatThrownBy(() -> read(0))
        .isInstanceOfSatisfying(
            NotFoundException.class,
            failure -> assertThat(failure.facts()).isEqualTo("table=Birds"));
  }

  @Test
  void anUploadIsBegunWithItsTerms() {
    service.then("", "HTTP/1.1 201 Begun", "Location: /x?comp=upload&id=" + UPLOAD, NOTHING);

    assertThat(client.values().begin(PHOTO, TERMS).block(WAIT)).isEqualTo(UPLOAD);
    assertThat(service.lines("post ")).singleElement().asString().contains("?comp=upload ");
    assertThat(service.lines("content-type:")).containsExactly("content-type: image/png");
    assertThat(service.lines("if-match:")).containsExactly("if-match: \"0\"");
    assertThat(service.lines("repr-digest:")).hasSize(1);
  }

  @Test
  void anUploadThatBreaksOffContinuesAtTheStoredOffset() {
    offset(0).thenBreak();
    offset(3).then("", "HTTP/1.1 201 Done", NOTHING);

    assertThat(finish(source(CONTENT))).isEqualTo(UploadEnd.CREATED);
    assertThat(service.requests())
        .extracting(RawService.Request::body)
        .containsExactly("", CONTENT, "", "4567890");
    assertThat(service.lines("upload-offset:"))
        .containsExactly("upload-offset: 0", "upload-offset: 3");
  }

  @Test
  void anUploadThatIsStoredWholeIsFinishedWithoutABody() {
    offset(10).then("", "HTTP/1.1 204 Done");

    assertThat(finish(source(CONTENT))).isEqualTo(UploadEnd.REPLACED);
    assertThat(service.requests()).extracting(RawService.Request::body).containsExactly("", "");
  }

  @Test
  void aLostAnswerIsConfirmedByTheSha256() {
    offset(0).thenBreak();
    absent().then("", OK, TEN, "Repr-Digest: " + TERMS.sha256().header());

    assertThat(finish(source(CONTENT))).isEqualTo(UploadEnd.CONFIRMED);
  }

  @Test
  void theAnswerToTheLastAttemptIsConfirmedToo() {
    offset(0).thenBreak().then("", OK, TEN, "Repr-Digest: " + TERMS.sha256().header());
    try (var once = service.client().retries(0).connect()) {
      assertThat(once.values().finish(PHOTO, UPLOAD, TERMS, source(CONTENT)).block(WAIT))
          .isEqualTo(UploadEnd.CONFIRMED);
    }
  }

  @Test
  void anotherValueDoesNotConfirmALostAnswer() {
    offset(0).thenBreak();
    absent().then("", OK, TEN, "Repr-Digest: " + sha256("other").header());

    assertThatThrownBy(() -> finish(source(CONTENT)))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("upload=finishedOrCollected");
  }

  @Test
  void aServiceThatTakesTheBodyAndDoesNotAnswerIsAskedAgain() {
    becomeImpatient();
    offset(0).thenSilence();
    offset(10).then("", "HTTP/1.1 201 Done", NOTHING);

    assertThat(finish(source(CONTENT))).isEqualTo(UploadEnd.CREATED);
  }

  @Test
  void moreThanTheSourceIsNotAnUploadOfIt() {
    offset(11);

    assertThatThrownBy(() -> finish(source(CONTENT)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("uploadBytes=11 sourceBytes=10");
  }

  @Test
  void theFailureOfTheSourceIsTheCallersOwn() {
    offset(0);
    var broken = new IllegalStateException("mine");
    var source = new Source(10, Flux.error(broken));

    assertThatThrownBy(() -> finish(source)).isSameAs(broken);
  }

  @Test
  void aSourceThatHasChangedIsNotSent() {
    offset(0);
    offset(0);

    assertThatThrownBy(() -> finish(new Source(10, parts("123"))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("missingBytes=7");
    assertThatThrownBy(() -> finish(new Source(2, parts("123"))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("missingBytes=-1");
  }

  @Test
  void uploadsAreListedAndCollected() {
    var list = "{\"value\":[]}";
    service
        .then(list, OK, "Content-Length: " + list.length())
        .then("{\"collected\":2}", OK, "Content-Length: 15");

    assertThat(client.values().uploads(PHOTO.table(), "Owl's").block(WAIT)).isEmpty();
    assertThat(
            client.values().collect(PHOTO.table(), "Owl's", Duration.ofHours(2)).block(WAIT))
        .isEqualTo(2);
    assertThat(service.lines("get ")).singleElement().asString().contains("?partition=owl%27s ");
    assertThat(service.lines("delete ")).singleElement().asString().contains("&age=pt2h ");
  }

  /** Replaces the client by one that does not wait long for a silent service. */
  private void becomeImpatient() {
    client.close();
    client = service.client().silenceTimeout(SILENCE).connect();
  }

  private RawService offset(long stored) {
    return service.then("", "HTTP/1.1 204 Open", "Upload-Offset: " + stored);
  }

  private RawService absent() {
    return service.then("", "HTTP/1.1 404 None", "x-ms-error-code: ResourceNotFound", NOTHING);
  }

  private UploadEnd finish(ValueSource source) {
    return client
        .values()
        .finish(PHOTO, UPLOAD, TERMS, source)
        .blockOptional(WAIT)
        .orElseThrow();
  }

  private String read(long from) {
    return client
        .values()
        .read(PHOTO, VERSION, from)
        .map(part -> ISO_8859_1.decode(part).toString())
        .reduce("", String::concat)
        .blockOptional(WAIT)
        .orElseThrow();
  }

  private static ValueSource source(String content) {
    return new ValueSource() {
      @Override
      public long lengthBytes() {
        return content.length();
      }

      @Override
      public Flux<ByteBuffer> from(long offset) {
        return parts(content.substring((int) offset));
      }
    };
  }

  /** A source that is not what it says. */
  private record Source(long lengthBytes, Flux<ByteBuffer> content) implements ValueSource {
    @Override
    public Flux<ByteBuffer> from(long offset) {
      return content;
    }
  }

  /** Returns a text in parts of two bytes. */
  private static Flux<ByteBuffer> parts(String content) {
    return Flux.range(0, (content.length() + 1) / 2)
        .map(part -> content.substring(2 * part, Math.min(content.length(), 2 * part + 2)))
        .map(part -> ByteBuffer.wrap(part.getBytes(ISO_8859_1)));
  }

  private static Sha256 sha256(String content) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(content.getBytes(ISO_8859_1));
      return Sha256.of(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
