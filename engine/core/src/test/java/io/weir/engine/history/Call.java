package io.weir.engine.history;

/**
 * One call on one entity, as its caller saw it.
 *
 * @param begun when it was sent, and
 * @param ended when it was answered, on one clock for all callers
 */
record Call(Kind kind, long begun, long ended, long expected, long result) {

  /** Stands for "there is none" where a version is meant. */
  static final long ABSENT = 0;

  /** Stands for "refused" in a result. */
  static final long REFUSED = -1;

  /** What a call does to a register that holds a version, or nothing. */
  enum Kind {
    /** Answers the version. */
    READ {
      @Override
      boolean allows(long version, Call call) {
        return call.result == version;
      }

      @Override
      long after(long version, Call call) {
        return version;
      }
    },
    /** Stores, whatever there is; answers the new version. */
    UPSERT {
      @Override
      boolean allows(long version, Call call) {
        return true;
      }
    },
    /** Stores when there is none; refused when there is one. */
    INSERT {
      @Override
      boolean allows(long version, Call call) {
        return (version == ABSENT) == (call.result != REFUSED);
      }
    },
    /** Replaces the expected version; refused when there is another or none. */
    UPDATE {
      @Override
      boolean allows(long version, Call call) {
        return (version == call.expected && version != ABSENT) == (call.result != REFUSED);
      }
    },
    /** Removes whatever there is, and answers {@link #ABSENT}; refused when there is none. */
    DELETE {
      @Override
      boolean allows(long version, Call call) {
        return (version != ABSENT) == (call.result != REFUSED);
      }
    };

    /** Whether the call may have been answered as it was, had the register held this version. */
    abstract boolean allows(long version, Call call);

    /** What the register holds afterwards. */
    long after(long version, Call call) {
      return call.result == REFUSED ? version : call.result;
    }
  }
}
