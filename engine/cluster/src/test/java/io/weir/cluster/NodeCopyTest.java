package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.consensus.Applied;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node keeps of the agreement when its store becomes a copy of the leader's. */
final class NodeCopyTest {

  @TempDir
  private Path folder;

  private ClusterOptions options;
  private List<RecordingMember.Entry> entries;
  private String history;

  /** The folder of the agreement of a node that has ten entries and does not run. */
  @BeforeEach
  void stopANode() throws IOException {
    try (Cluster cluster = Cluster.start(folder)) {
      Cluster.Node leader = cluster.leader();
      for (int i = 0; i < 9; i++) {
        cluster.propose(leader, "bird " + i);
      }
      cluster.assertSameEntries(leader, "end");
      options = cluster.options(cluster.others(leader).get(0).id());
      entries = List.copyOf(leader.member().entries());
      history = Members.read(cluster.options(leader.id())).text();
    }
  }

  @Test
  void theVotesStayAndTheEntriesAfterTheCopyToo() throws IOException {
    Path moved = moved(entries.get(4).at());

    assertThat(find(moved, "raft-meta")).hasSize(1);
    assertThat(find(moved, "node")).hasSize(1);
    assertThat(find(moved, "log_")).isNotEmpty();
    for (Path log : find(moved, "log_")) {
      Path before = options.folder().resolve(moved.relativize(log).toString());
      assertThat(log).hasSameBinaryContentAs(before);
    }
  }

  @Test
  void aLogThatTheCopyContainsGoes() throws IOException {
    Path moved =
        moved(new Applied(entries.get(9).at().term(), entries.get(9).at().index() + 5));

    assertThat(find(moved, "raft-meta")).hasSize(1);
    assertThat(find(moved, "log_")).isEmpty();
  }

  @Test
  void aLogThatDiffersFromTheCopyGoes() throws IOException {
    Applied middle = entries.get(4).at();

    Path moved = moved(new Applied(middle.term() + 1, middle.index()));

    assertThat(find(moved, "log_")).isEmpty();
  }

  @Test
  void aCopyThatEndsBeforeTheLogBeginsIsNotTaken() {
    assertThatThrownBy(() -> moved(Applied.NONE))
        .isInstanceOf(NodeUnusable.class)
        .hasMessageContaining("Start the node again in a minute");
  }

  /**
   * A node that starts with an earlier one could be elected by a majority that is none any more.
   */
  @Test
  void theNodeHasTheMembersOfTheCopysEnd() throws IOException {
    long end = entries.get(4).at().index();
    Members leaders = Members.of(folder, history, Long.MAX_VALUE);
    leaders.note(end, MembersTest.configuration("a", "b", "c", "d"));
    leaders.note(end + 1, MembersTest.configuration("a", "b", "c"));
    history = leaders.text();

    Path moved = moved(entries.get(4).at());

    Path configuration = find(moved, "raft-meta.conf").get(0);
    var entry = LogEntryProto.parseFrom(Files.readAllBytes(configuration));
    assertThat(entry.getIndex()).isEqualTo(end);
    assertThat(entry.getConfigurationEntry())
        .isEqualTo(MembersTest.configuration("a", "b", "c", "d"));
    assertThat(Files.readString(find(moved, "members").get(0))).doesNotContain("\n" + (end + 1));
  }

  @Test
  void aLeaderThatDoesNotKnowTheMembersOfThenIsAskedAgain() {
    history = "";

    assertThatThrownBy(() -> moved(entries.get(4).at()))
        .isInstanceOf(NodeUnusable.class)
        .hasMessageContaining("does not know the members at the end of its copy");
  }

  @Test
  void aNodeThatLostItsVotesIsReplaced() throws IOException {
    new NodeCopy(options).requireVotes(storeAt(9));
    Files.delete(find(options.folder(), "raft-meta").get(0));

    assertThatThrownBy(() -> new NodeCopy(options).requireVotes(storeAt(9)))
        .isInstanceOf(NodeUnusable.class)
        .hasMessageContaining("The votes of the node " + options.node() + " are lost")
        .hasMessageContaining("weir cluster remove " + options.node());
  }

  @Test
  void aNodeThatLostEntriesIsReplaced() throws IOException {
    Path log = find(options.folder(), "log_").get(0);
    try (var file = new RandomAccessFile(log.toFile(), "rw")) {
      file.seek(60);
      int before = file.read();
      file.seek(60);
      file.write(before + 1);
    }

    assertThatThrownBy(() -> new NodeCopy(options).requireVotes(storeAt(9)))
        .isInstanceOf(NodeUnusable.class)
        .hasMessageContaining("has lost entries that others may count on")
        .hasMessageContaining("weir cluster add");
  }

  @Test
  void aNodeWithoutALogIsReplacedAlsoIfItsPlaceIsNotKnown() throws IOException {
    for (Path log : find(options.folder(), "log_")) {
      Files.delete(log);
    }

    assertIsReplaced(storeAt(9));
    assertIsReplaced(storeAt(0));
    assertIsReplaced(Optional.empty());
  }

  @Test
  void aNodeWhoseLogEndsBeforeItsStoreIsReplaced() throws IOException {
    Applied end = entries.get(9).at();

    new NodeCopy(options).requireVotes(storeAt(9));
    new NodeCopy(options).requireVotes(Optional.empty());

    assertIsReplaced(Optional.of(new Applied(end.term(), end.index() + 1)));
  }

  @Test
  void aNodeThatLostAFileInTheMiddleOfItsLogIsReplaced() throws IOException {
    List<Path> files = find(options.folder(), "log_");
    Path open = files.get(files.size() - 1);
    Files.copy(
        open, open.resolveSibling("log_inprogress_" + (entries.get(9).at().index() + 5)));

    assertThatThrownBy(() -> new NodeCopy(options).requireVotes(storeAt(9)))
        .isInstanceOf(NodeUnusable.class)
        .hasMessageContaining("the log lacks entries between two files");
  }

  @Test
  void aNodeWithoutALogIsNotAdvisedToFetchACopy() throws IOException {
    for (Path log : find(options.folder(), "log_")) {
      Files.delete(log);
    }

    try (RatisConsensus node = new RatisConsensus(options)) {
      assertThatThrownBy(
              () -> node.start(new RecordingMember(new World()), entries.get(9).at()))
          .hasMessageContaining("logIndex=none")
          .hasMessageContaining("weir cluster remove " + options.node())
          .hasMessageNotContaining("--cluster-fetch-copy");
    }
  }

  /** Its log was cut, or both are of different times; it would hide what it has acknowledged. */
  @Test
  void aNodeWhoseLogEndsBeforeItsStoreDoesNotStart() {
    Applied end = entries.get(9).at();
    Applied after = new Applied(end.term(), end.index() + 1);

    try (RatisConsensus node = new RatisConsensus(options)) {
      assertThatThrownBy(() -> node.start(new RecordingMember(new World()), after))
          .hasCauseInstanceOf(NodeUnusable.class)
          .hasMessageContaining("ends before the store")
          .hasMessageContaining("logIndex=" + end.index() + " storeIndex=" + after.index())
          .hasMessageContaining("Start the node with the folder that it had last")
          .hasMessageContaining("weir cluster remove " + options.node());
    }

    try (RatisConsensus node = new RatisConsensus(options)) {
      node.start(new RecordingMember(new World()), end);
      assertThat(node.status().failure()).isNull();
    }
  }

  /** Its log begins after the copy, with an entry that has not come yet. */
  @Test
  void aNodeWhoseStoreIsStillItsCopyNeedsNoLog() throws IOException {
    Applied at = new Applied(entries.get(9).at().term(), entries.get(9).at().index() + 5);
    NodeCopy copied = new NodeCopy(
        ClusterOptions.of(options.cluster(), options.node(), options.nodes(), moved(at)));

    copied.requireVotes(Optional.of(at));

    assertThatThrownBy(
            () -> copied.requireVotes(Optional.of(new Applied(at.term(), at.index() + 1))))
        .as("the store has got further than its copy, and the log is lost")
        .isInstanceOf(NodeUnusable.class);
  }

  private Optional<Applied> storeAt(int entry) {
    return Optional.of(entries.get(entry).at());
  }

  private void assertIsReplaced(Optional<Applied> store) {
    assertThatThrownBy(() -> new NodeCopy(options).requireVotes(store))
        .isInstanceOf(NodeUnusable.class)
        .hasMessageContaining("has lost entries that others may count on")
        .hasMessageContaining("weir cluster add");
  }

  /** The leader has told such a node that all of its log comes before what the others have. */
  @Test
  void aNodeThatWasAwayForTooLongNeedsNoLog() throws IOException {
    NodeCopy.need(options);

    Path moved = moved(entries.get(4).at());

    assertThat(find(moved, "log_")).isEmpty();
    assertThat(find(moved, "behind")).isEmpty();
  }

  private Path moved(Applied at) throws IOException {
    Path target = folder.resolve("moved");
    NodeCopy copy = new NodeCopy(options);
    copy.members(history);
    copy.moveTo(target, at);
    return target;
  }

  private static List<Path> find(Path in, String beginning) throws IOException {
    try (var files = Files.walk(in)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(beginning))
          .filter(Files::isRegularFile)
          .filter(file -> !beginning.equals("raft-meta") || !file.toString().contains(".conf"))
          .sorted()
          .toList();
    }
  }
}
