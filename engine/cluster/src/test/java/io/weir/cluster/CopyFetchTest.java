package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.cluster.Wire.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A copy of a store on its way to a node: by ranges, again after a failure, and nothing else of the
 * machine.
 */
final class CopyFetchTest {

  private static final int LONG_FILE = 2 * CopyCalls.MAX_RANGE + 17;
  private static final long FAST = 1L << 40;

  @TempDir
  private Path folder;

  private Path copy;
  private Path target;
  private final List<Integer> asked = new ArrayList<>();
  private boolean leads = true;
  private int failAt = Integer.MAX_VALUE;

  @BeforeEach
  void makeACopy() throws IOException {
    copy = folder.resolve("copies/copy-1");
    target = folder.resolve("fetched");
    Files.createDirectories(copy.resolve("log"));
    var random = new Random(7);
    for (var name : List.of("BACKUP", "log/one.log")) {
      var bytes = new byte[name.equals("BACKUP") ? 100 : LONG_FILE];
      random.nextBytes(bytes);
      Files.write(copy.resolve(name), bytes);
    }
    Files.write(copy.resolve("empty"), new byte[0]);
  }

  @Test
  void allFilesArrive() throws IOException {
    assertThat(fetch(FAST)).isTrue();

    assertSameFiles();
    assertThat(asked).hasSize(1 + 1 + 3);
  }

  @Test
  void aBrokenTransferGoesOnWhereItWas() throws IOException {
    failAt = 4;
    assertThatThrownBy(() -> fetch(FAST)).hasMessageContaining("cut");
    asked.clear();
    failAt = Integer.MAX_VALUE;

    assertThat(fetch(FAST)).isTrue();

    assertSameFiles();
    assertThat(asked).hasSize(1 + 2);
  }

  @Test
  void anotherCopyIsFetchedFromItsBeginning() throws IOException {
    failAt = 4;
    assertThatThrownBy(() -> fetch(FAST)).hasMessageContaining("cut");
    failAt = Integer.MAX_VALUE;
    Files.move(copy, copy.resolveSibling("copy-2"));
    copy = copy.resolveSibling("copy-2");
    Files.writeString(copy.resolve("BACKUP"), "another");

    assertThat(fetch(FAST)).isTrue();

    assertSameFiles();
  }

  @Test
  void aCopyThatIsBeingMadeIsAskedForAgain() throws IOException {
    var calls =
        new CopyCalls(Optional::empty, () -> true, () -> "", () -> "", id -> false, () -> 0, FAST);

    assertThat(new CopyFetch((code, question) -> frame(calls, code, question), target).run())
        .isFalse();
    assertThat(target).doesNotExist();
  }

  @Test
  void onlyTheNodeThatLeadsHasACopy() {
    leads = false;

    assertThatThrownBy(() -> fetch(FAST)).hasMessageContaining("this node does not lead");
  }

  @Test
  void eachNodeTellsTheMembersAndOnlyTheOneThatLeadsTheFolders() throws IOException {
    assertThat(frame(calls(FAST), CopyCalls.FOLDERS, new byte[0]).body().toStringUtf8())
        .isEqualTo("a=f");
    leads = false;

    assertThat(frame(calls(FAST), CopyCalls.MEMBERS, new byte[0]).body().toStringUtf8())
        .isEqualTo("c=e");

    assertThatThrownBy(() -> frame(calls(FAST), CopyCalls.FOLDERS, new byte[0]))
        .hasMessageContaining("this node does not lead");
  }

  @Test
  void noOtherFileOfTheMachineCanBeRead() throws IOException {
    Files.writeString(folder.resolve("secret"), "secret");
    var calls = calls(FAST);

    for (var name : List.of("../../secret", folder.resolve("secret").toString(), "log", "none")) {
      var question = CopyCalls.question("copy-1", name, 0, 10);
      assertThatThrownBy(() -> frame(calls, CopyCalls.READ, question))
          .as(name)
          .hasMessageContaining("the copy has no such file");
    }
    assertThatThrownBy(
            () -> frame(calls, CopyCalls.READ, CopyCalls.question("copy-0", "BACKUP", 0, 10)))
        .hasMessageContaining("the copy is gone");
  }

  @Test
  void aRangeHasAMostLength() throws IOException {
    var calls = calls(FAST);
    var name = "log/one.log";

    assertThat(frame(calls, CopyCalls.READ, CopyCalls.question("copy-1", name, 0, 1 << 20))
            .body()
            .size())
        .isEqualTo(1 << 20);
    assertThatThrownBy(() ->
            frame(calls, CopyCalls.READ, CopyCalls.question("copy-1", name, 0, (1 << 20) + 1)))
        .hasMessageContaining("a range has at most");
    assertThatThrownBy(
            () -> frame(calls, CopyCalls.READ, CopyCalls.question("copy-1", name, -1, 1)))
        .hasMessageContaining("a range has at most");
  }

  @Test
  void aNameThatLeadsOutOfTheFolderIsRefused() {
    var listing = "copy-1\n3 ../outside\n";
    var fetch = new CopyFetch(
        (code, question) -> new Frame(Wire.DONE, ByteString.copyFromUtf8(listing)), target);

    assertThatThrownBy(fetch::run).hasMessageContaining("leads out of the folder");
    assertThat(folder.resolve("outside")).doesNotExist();
  }

  @Test
  void theRateIsBounded() throws IOException {
    var began = System.nanoTime();

    assertThat(fetch(8 << 20)).isTrue();

    var seconds = (System.nanoTime() - began) / 1e9;
    assertThat(seconds).isGreaterThan((LONG_FILE + 100) / (double) (8 << 20));
  }

  private boolean fetch(long rate) throws IOException {
    var calls = calls(rate);
    return new CopyFetch(
            (code, question) -> {
              asked.add(code);
              if (asked.size() >= failAt) {
                throw new IOException("the connection was cut");
              }
              return frame(calls, code, question);
            },
            target)
        .run();
  }

  private CopyCalls calls(long rate) {
    return new CopyCalls(
        () -> Optional.of(copy), () -> leads, () -> "c=e", () -> "a=f", "c"::equals, () -> 7, rate);
  }

  private static Frame frame(CopyCalls calls, int code, byte[] question) throws IOException {
    var answer = calls.answer(new Frame(code, UnsafeByteOperations.unsafeWrap(question)));
    return new Frame(Wire.DONE, UnsafeByteOperations.unsafeWrap(answer));
  }

  private void assertSameFiles() throws IOException {
    for (var name : List.of("BACKUP", "log/one.log", "empty")) {
      assertThat(target.resolve(name)).hasSameBinaryContentAs(copy.resolve(name));
    }
    try (var files = Files.walk(target)) {
      assertThat(files.filter(Files::isRegularFile)).hasSize(3);
    }
  }
}
