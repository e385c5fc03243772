package io.weir.api.contract;

/**
 * The contract of {@code TableService} as tests. An implementation passes it with one test class:
 *
 * <pre>{@code
 * final class EngineContractTest implements TableServiceContract {
 *   private static Engine engine;
 *
 *   @BeforeAll static void open() { engine = Engine.open(options); }
 *   @AfterAll static void close() { engine.close(); }
 *
 *   @Override public TableService service() { return engine.account(AccountName.DEVELOPMENT); }
 * }
 * }</pre>
 *
 * <p>A variant that restarts the service in the middle of each scenario overrides
 * {@link Door#midScenario}.
 */
public interface TableServiceContract
    extends TablesContract,
        ListingContract,
        KeysContract,
        ValuesContract,
        LimitsContract,
        ReadContract,
        InsertContract,
        UpsertContract,
        UpdateContract,
        MergeContract,
        DeleteContract,
        DeleteRangeContract,
        VersionContract,
        BatchContract,
        FailedBatchContract,
        BulkContract,
        FilterContract,
        FilterFunctionContract,
        PlanContract,
        OrderContract,
        UnorderedContract,
        PageContract,
        ContinuationContract,
        StreamContract,
        AggregateContract,
        ResumeContract,
        ConcurrencyContract,
        ReactiveContract {}
