package io.weir.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.cli.Transcript;
import io.weir.cli.serve.RunningService;
import io.weir.cli.terminal.ExitCode;
import io.weir.cli.terminal.Terminal;
import io.weir.client.WeirClient;
import io.weir.pattern.large.LargeValues;
import io.weir.pattern.large.ValueUpload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

/** The command that stores, prints, describes and deletes values. */
final class ValueCommandTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int CHUNK = LargeValues.LARGEST_CHUNK_BYTES;

  private final Transcript screen = new Transcript();
  private RunningService service;
  private WeirClient client;

  @TempDir
  Path folder;

  @BeforeEach
  void start() throws IOException {
    service = RunningService.start(folder);
    client = WeirClient.builder().endpoint(service.endpoint()).loops(1).connect();
    client.createTable(BIRDS).block(PATIENCE);
  }

  @AfterEach
  void stop() {
    client.closeLater().block(PATIENCE);
    service.close();
  }

  @Test
  void aFileIsStoredDescribedSavedAndDeleted() throws IOException {
    var file = file("owl.png", 4 * CHUNK + 17);

    assertThat(run("put", "Birds", "Owl's", "1", "photo", file, "--content-type", "image/png"))
        .isZero();
    assertThat(run("head", "Birds", "Owl's", "1", "photo")).isZero();
    assertThat(run("get", "Birds", "Owl's", "1", "photo", "--output", file + ".copy"))
        .isZero();
    assertThat(run("put", "Birds", "Owl's", "1", "photo", file)).isZero();
    assertThat(run("delete", "Birds", "Owl's", "1", "photo")).isZero();
    assertThat(run("head", "Birds", "Owl's", "1", "photo")).isEqualTo(ExitCode.FAILED);

    assertThat(Path.of(file + ".copy")).hasSameBinaryContentAs(Path.of(file));
    assertThat(Path.of(file + ".copy.part")).doesNotExist();
    assertThat(screen.out())
        .contains("stored, 3932177 bytes, new", "stored, 3932177 bytes, replaced")
        .contains("Content-Length: 3932177", "Content-Type: image/png", "ETag: \"", "sha-256=:")
        .contains("photo: deleted");
    assertThat(screen.err()).contains("put: 3,932,177 of 3,932,177 bytes", "ResourceNotFound");
  }

  @Test
  void aValueIsPrintedAsItIs() throws IOException {
    var file = file("any", CHUNK + 5);
    run("put", "Birds", "Owls", "1!photo", "", file);
    var out = new ByteArrayOutputStream();
    var terminal = new Terminal(
        new PrintStream(out, true, StandardCharsets.UTF_8), screen.terminal().err(), false);

    var arguments = arguments("get", "Birds", "Owls", "1", "photo");
    assertThat(Transcript.run(terminal, Map.of(), arguments)).isZero();

    assertThat(out.toByteArray()).isEqualTo(Files.readAllBytes(Path.of(file)));
  }

  @Test
  void anOutputThatTakesNoMoreIsAFailure() throws IOException {
    run("put", "Birds", "Owls", "1", "photo", file("any", CHUNK));
    for (var room : List.of(0, CHUNK - 1)) {
      var out = new PrintStream(new FullDisk(room), false, StandardCharsets.UTF_8);
      var terminal = new Terminal(out, screen.terminal().err(), false);
      var arguments = arguments("get", "Birds", "Owls", "1", "photo");

      assertThat(Transcript.run(terminal, Map.of(), arguments))
          .as("room=" + room)
          .isEqualTo(ExitCode.FAILED);
    }
    assertThat(screen.err()).contains("The value is not printed whole");
  }

  @Test
  void anotherFileDoesNotContinueTheUploadOfAKnownOne() throws IOException {
    var file = file("owl.png", 3 * CHUNK);
    var other = file("other", 3 * CHUNK + 1);
    var values = LargeValues.of(client, BIRDS);
    var key = new EntityKey("Owls", "1!photo");
    var content = new ValueUpload.Declared(
        "image/png", Optional.of(FileDigest.of(Path.of(file)).hex()));
    var begun = values.announce(values.begin(key, content)).block(PATIENCE);
    var part = ByteBuffer.wrap(Files.readAllBytes(Path.of(file)), 0, CHUNK);
    values.append(begun, Flux.just(part)).block(PATIENCE);

    assertThat(run("put", "Birds", "Owls", "1", "photo", other, "--resume"))
        .isEqualTo(ExitCode.FAILED);
    assertThat(screen.err()).contains("is of another file");
    assertThat(values.uploads(key).collectList().block(PATIENCE))
        .singleElement()
        .satisfies(upload -> assertThat(upload.position()).isEqualTo(CHUNK));
    assertThat(run("put", "Birds", "Owls", "1", "photo", file, "--resume")).isZero();
    assertThat(values.uploads(key).collectList().block(PATIENCE)).isEmpty();
    assertThat(values.find(key).block(PATIENCE).lengthBytes()).isEqualTo(3 * CHUNK);
  }

  @Test
  void anInterruptedUploadIsListedAndContinued() throws IOException {
    var file = file("owl.png", 7 * CHUNK);
    interrupt(Files.readAllBytes(Path.of(file)), 6 * CHUNK);

    assertThat(run("uploads", "Birds", "Owls")).isZero();
    assertThat(screen.out()).contains(" 1!photo " + 6 * CHUNK + " bytes, last stored 2");
    assertThat(run("put", "Birds", "Owls", "1", "photo", file, "--resume")).isZero();

    assertThat(run("get", "Birds", "Owls", "1", "photo", "--output", file + ".copy"))
        .isZero();
    assertThat(Path.of(file + ".copy")).hasSameBinaryContentAs(Path.of(file));
    run("uploads", "Birds", "Owls");
    assertThat(screen.out()).endsWith("no uploads" + System.lineSeparator());
  }

  @Test
  void anotherFileDoesNotContinueAnUpload() throws IOException {
    interrupt(new byte[6 * CHUNK], 6 * CHUNK);
    var other = file("other", 7 * CHUNK);
    var shorter = file("shorter", 10);

    assertThat(run("put", "Birds", "Owls", "1", "photo", other, "--resume"))
        .isEqualTo(ExitCode.FAILED);
    assertThat(screen.err()).contains("sha256=other");
    assertThat(run("put", "Birds", "Owls", "1", "photo", shorter, "--resume"))
        .isEqualTo(ExitCode.FAILED);
    assertThat(screen.err()).contains("Send it without --resume");
    assertThat(run("head", "Birds", "Owls", "1", "photo")).isEqualTo(ExitCode.FAILED);
    assertThat(run("uploads", "Birds", "Owls", "--collect", "0s")).isZero();
    assertThat(screen.out()).contains("collected 1");
    assertThat(run("put", "Birds", "Owls", "1", "photo", other, "--resume")).isZero();
  }

  @Test
  void anInterruptedDownloadIsContinued() throws IOException {
    var file = file("owl.png", 3 * CHUNK);
    run("put", "Birds", "Owls", "1", "photo", file);
    var copy = folder.resolve("copy");
    var bytes = Files.readAllBytes(Path.of(file));
    Files.write(folder.resolve("copy.part"), Arrays.copyOf(bytes, CHUNK + 1));

    assertThat(run("get", "Birds", "Owls", "1", "photo", "--output", "" + copy, "--resume"))
        .isZero();
    assertThat(copy).hasBinaryContent(bytes);

    Files.write(folder.resolve("copy.part"), new byte[CHUNK]);
    assertThat(run("get", "Birds", "Owls", "1", "photo", "--output", "" + copy, "--resume"))
        .isEqualTo(ExitCode.FAILED);
    assertThat(screen.err()).contains("belonged to another one");
    assertThat(run("get", "Birds", "Owls", "1", "photo", "--output", "" + copy, "--resume"))
        .isZero();
  }

  @Test
  void aSignatureTakesThePlaceOfAKey() throws IOException {
    var file = file("owl.png", CHUNK + 9);
    screen.run(
        Map.of(),
        "sas",
        "--table",
        "Birds",
        "--permissions",
        "rau",
        "--endpoint",
        service.endpoint());
    var sas = screen.out().strip().replaceAll(".*[?]", "");

    assertThat(run("put", "Birds", "Owls", "1", "photo", file, "--sas", sas)).isZero();
    assertThat(run("put", "Birds", "Owls", "1", "photo", file, "--resume", "--sas", "?" + sas))
        .isZero();
    assertThat(run("head", "Birds", "Owls", "1", "photo", "--sas", sas)).isZero();
    assertThat(run("delete", "Birds", "Owls", "1", "photo", "--sas", sas))
        .isEqualTo(ExitCode.FAILED);
    assertThat(screen.err()).contains("AuthorizationPermissionMismatch");
  }

  @Test
  void onlyTheNamedVersionIsReplaced() throws IOException {
    var file = file("owl.png", 10);
    run("put", "Birds", "Owls", "1", "photo", file);

    assertThat(run("put", "Birds", "Owls", "1", "photo", file, "--if-match", "\"x\""))
        .isEqualTo(ExitCode.FAILED);
    assertThat(run("put", "Birds", "Owls", "1", "photo", file, "--if-match", "*"))
        .isZero();
  }

  @Test
  void wrongArgumentsAreExplained() throws IOException {
    assertThat(run()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("put", "Birds", "Owls", "1", "photo", folder.resolve("none").toString()))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("get", "Birds", "Owls", "1", "photo", "--resume"))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("uploads", "Birds", "Owls", "--collect", "soon"))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.err()).contains("is not a file", "give --output", "not 'soon'");
  }

  /** Leaves an upload of the first bytes of a file. */
  private void interrupt(byte[] content, int length) {
    var part = Flux.just(ByteBuffer.wrap(content, 0, length));
    LargeValues.of(client, BIRDS)
        .put(
            new EntityKey("Owls", "1!photo"),
            part.concatWith(Flux.error(new IllegalStateException())))
        .onErrorComplete(IllegalStateException.class)
        .block(PATIENCE);
  }

  /** Takes so many bytes. */
  private static final class FullDisk extends OutputStream {

    private int room;

    FullDisk(int room) {
      this.room = room;
    }

    @Override
    public void write(int one) throws IOException {
      if (room-- <= 0) {
        throw new IOException("No space left on device");
      }
    }
  }

  private String file(String name, int length) throws IOException {
    var bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return Files.write(folder.resolve(name), bytes).toString();
  }

  private int run(String... arguments) {
    return screen.run(Map.of(), arguments(arguments));
  }

  private String[] arguments(String... arguments) {
    var all = new ArrayList<>(List.of("value"));
    all.addAll(List.of(arguments));
    if (arguments.length > 0) {
      all.addAll(List.of("--endpoint", service.endpoint()));
    }
    return all.toArray(String[]::new);
  }
}
