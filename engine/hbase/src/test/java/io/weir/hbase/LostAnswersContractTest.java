package io.weir.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableService;
import io.weir.api.contract.ChangeContract;
import io.weir.api.contract.ChangeTokenContract;
import io.weir.api.contract.TableServiceContract;
import java.io.IOException;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The core of the contract while one answer in five of the region servers is lost. */
final class LostAnswersContractTest
    implements TableServiceContract, ChangeContract, ChangeTokenContract {

  private static final String NAMESPACE = "lost_answers";

  private static HBaseStore store;

  @BeforeAll
  static void open() throws IOException {
    System.out.println(
        "To lose the same answers again: -Dweir.seed=" + AnswerLosingCoprocessor.seed());
    var lossy = CoprocessorDescriptorBuilder.newBuilder(AnswerLosingCoprocessor.class.getName());
    var table = TableDescriptorBuilder.newBuilder(
            new StoreSchema(TestCluster.options(NAMESPACE)).entitiesDescriptor())
        .removeCoprocessor(StoreSchema.COPROCESSOR)
        .setCoprocessor(lossy.build())
        .build();
    try (var connection = ConnectionFactory.createConnection(TestCluster.configuration());
        var admin = connection.getAdmin()) {
      admin.createNamespace(NamespaceDescriptor.create(NAMESPACE).build());
      admin.createTable(table);
    }
    store = TestCluster.open(NAMESPACE);
  }

  @AfterAll
  static void close() {
    assertThat(AnswerLosingCoprocessor.lost()).isGreaterThan(100);
    store.close().block(TestCluster.PATIENCE);
  }

  @Override
  public TableService service() {
    return TestCluster.tables(store);
  }
}
