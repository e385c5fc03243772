package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.RaftPeerProto;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node remembers of the members of its cluster. */
final class MembersTest {

  @TempDir
  private Path folder;

  static RaftConfigurationProto configuration(String... ids) {
    RaftConfigurationProto.Builder all = RaftConfigurationProto.newBuilder();
    Stream.of(ids).forEach(id -> all.addPeers(peer(id)));
    return all.build();
  }

  private static RaftPeerProto peer(String id) {
    return RaftPeerProto.newBuilder()
        .setId(ByteString.copyFromUtf8(id))
        .setAddress(id + ".example:7100")
        .build();
  }

  @Test
  void aNewNodeKnowsNobody() throws IOException {
    Members members = read();

    assertThat(members.last()).isEmpty();
    assertThat(members.isRemoved("a")).isFalse();
    assertThat(folder.resolve("birds"))
        .as("nothing is made before the node starts")
        .doesNotExist();
  }

  @Test
  void theConfigurationOfAnEntryIsTheLastOneBefore() throws IOException {
    Members members = read();
    members.note(5, configuration("a", "b", "c"));
    members.note(9, configuration("a", "b", "c", "d"));

    for (Members each : new Members[] {members, read()}) {
      assertThat(each.at(4)).isEmpty();
      assertThat(each.at(5).get().index()).isEqualTo(5);
      assertThat(each.at(8).get().configuration()).isEqualTo(configuration("a", "b", "c"));
      assertThat(each.at(9).get().configuration()).isEqualTo(configuration("a", "b", "c", "d"));
      assertThat(each.last().get().index()).isEqualTo(9);
    }
  }

  /** Each leader begins its term with the configuration that there is. */
  @Test
  void theSameConfigurationIsNotedOnce() throws IOException {
    Members members = read();
    members.note(5, configuration("a", "b", "c"));
    String before = members.text();

    members.note(50, configuration("a", "b", "c"));

    assertThat(members.text()).isEqualTo(before);
  }

  @Test
  void whoWasAMemberAndIsNoneIsRemoved() throws IOException {
    Members members = read();
    members.note(1, configuration("a", "b", "c", "d"));
    assertThat(members.isRemoved("d")).isFalse();
    members.note(
        2,
        configuration("a", "b", "c").toBuilder()
            .addAllOldPeers(configuration("a", "b", "c", "d").getPeersList())
            .build());
    assertThat(members.isRemoved("d")).as("while it is being removed").isFalse();

    members.note(3, configuration("a", "b", "c"));

    assertThat(members.isRemoved("d")).isTrue();
    assertThat(read().isRemoved("d")).isTrue();
    assertThat(members.isRemoved("a")).isFalse();
    assertThat(members.isRemoved("e")).as("was never one").isFalse();
  }

  /** The leader of each term tells the configuration again, also if it is the same. */
  @Test
  void whatTheDiskDidNotTakeIsWrittenAtTheNextNoteOfAny() throws IOException {
    Files.writeString(folder.resolve("birds"), "not a folder");
    Members members = read();
    members.note(5, configuration("a", "b", "c"));
    assertThat(members.last().get().index()).as("it counts all the same").isEqualTo(5);
    Files.delete(folder.resolve("birds"));

    members.note(9, configuration("a", "b", "c"));

    assertThat(read().at(5).get().configuration()).isEqualTo(configuration("a", "b", "c"));
    assertThat(read().at(5).get().index()).isEqualTo(5);
  }

  @Test
  void whatTheDiskDidNotTakeIsWrittenWhenTheThreadIsFree() throws IOException {
    Files.writeString(folder.resolve("birds"), "not a folder");
    Members members = read();
    members.note(5, configuration("a", "b", "c"));
    members.retry();
    Files.delete(folder.resolve("birds"));

    members.retry();

    assertThat(read().at(5).get().configuration()).isEqualTo(configuration("a", "b", "c"));
    Files.delete(folder.resolve("birds/members"));
    members.retry();
    assertThat(read().last()).as("nothing was open").isEmpty();
  }

  /** A loop asks, and the disk may take its time for a write that is under way. */
  @Test
  void noReaderWaitsForTheDisk() throws Exception {
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    Members members = new Members(
        text -> {
          writing.countDown();
          try {
            assertThat(mayEnd.await(60, TimeUnit.SECONDS)).isTrue();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        },
        new TreeMap<>());
    Thread writer = new Thread(() -> members.note(5, configuration("a", "b", "c")));
    writer.start();
    assertThat(writing.await(60, TimeUnit.SECONDS)).isTrue();

    var answers = CompletableFuture.supplyAsync(() -> List.of(
        members.isRemoved("d"), members.last().isPresent(), members.text().isEmpty()));

    assertThat(answers.get(60, TimeUnit.SECONDS)).containsExactly(false, true, false);
    mayEnd.countDown();
    writer.join();
  }

  @Test
  void aListenerIsAMemberToo() throws IOException {
    Members members = read();

    members.note(1, configuration("a").toBuilder().addListeners(peer("l")).build());
    assertThat(members.isRemoved("l")).isFalse();
    members.note(2, configuration("a"));

    assertThat(members.isRemoved("l")).isTrue();
  }

  @Test
  void theOldestOfTooManyChangesAreForgotten() throws IOException {
    Members members = read();
    for (int i = 0; i <= Members.MOST_CHANGES; i++) {
      members.note(i, configuration("a", "n" + i));
      if (i == Members.MOST_CHANGES - 1) {
        assertThat(members.at(0)).isPresent();
      }
    }

    assertThat(members.at(0)).isEmpty();
    assertThat(read().at(1)).isPresent();
  }

  @Test
  void aHistoryIsTakenUpToAnEntry() throws IOException {
    Members leaders = read();
    leaders.note(5, configuration("a", "b", "c"));
    leaders.note(9, configuration("a", "b", "c", "d"));

    Members.of(folder.resolve("copy"), leaders.text(), 8).write();

    Members copied = Members.read(ClusterOptions.of(
        "birds", "c", NodeAddress.list("a=h:1,b=h:2,c=h:3"), folder.resolve("copy")));
    assertThat(copied.last().get().index()).isEqualTo(5);
    assertThat(copied.isRemoved("d")).isFalse();
  }

  @Test
  void whatIsNoHistoryIsRefused() {
    for (String text : new String[] {"x", "5", "x AAAA", "5 ?"}) {
      assertThatThrownBy(() -> Members.of(folder, text, 9))
          .as(text)
          .hasMessageContaining("the list of members is damaged");
    }
  }

  private Members read() throws IOException {
    return Members.read(ClusterOptions.of(
        "birds", "a", NodeAddress.list("a=h:1,b=h:2,c=h:3"), folder.resolve("birds")));
  }
}
