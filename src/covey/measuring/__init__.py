"""What was lost and what can still be learned: one measure, one file."""

from covey.core.measure import Measure
from covey.core.registry import Registry
from covey.measuring.alignment import (
    align,
    check_numbers,
    common_keys,
    hinting_at_order,
    left_out,
)
from covey.measuring.attribute.certain import CERTAIN
from covey.measuring.attribute.l_distinct import L_DISTINCT
from covey.measuring.attribute.l_entropy import L_ENTROPY
from covey.measuring.attribute.sse_min import SSE_MIN
from covey.measuring.attribute.t_closeness import T
from covey.measuring.attributes import attributes_of, tallies_of
from covey.measuring.confidential import Tally
from covey.measuring.evaluate import combine, evaluate, summarize
from covey.measuring.evidence import Attribute, Evidence
from covey.measuring.loss.cor import COR
from covey.measuring.loss.eig import EIG
from covey.measuring.loss.formula import check_model, parse_model
from covey.measuring.loss.g_il import G_IL
from covey.measuring.loss.il import IL
from covey.measuring.loss.il1s import IL1S
from covey.measuring.loss.ks import KS
from covey.measuring.loss.m1 import M1
from covey.measuring.loss.m2 import M2
from covey.measuring.loss.m3 import M3
from covey.measuring.loss.m4 import M4
from covey.measuring.loss.m5 import M5
from covey.measuring.loss.reg import REG
from covey.measuring.loss.w1 import W1
from covey.measuring.risk.dbrl1 import DBRL1
from covey.measuring.risk.dbrl2 import DBRL2
from covey.measuring.risk.dld import DLD
from covey.measuring.risk.g_dr import G_DR
from covey.measuring.risk.id_record import ID_RECORD
from covey.measuring.risk.id_value import ID_VALUE
from covey.measuring.risk.known import KNOWN
from covey.measuring.risk.rld import RLD
from covey.measuring.risk.si import SI
from covey.measuring.selection import refuse_idle_model, select
from covey.measuring.whole import Whole

MEASURES: Registry[Measure] = Registry(
    "measure",
    [
        IL,
        G_IL,
        M1,
        M2,
        M3,
        M4,
        M5,
        IL1S,
        EIG,
        COR,
        KS,
        W1,
        REG,
        DLD,
        DBRL1,
        DBRL2,
        RLD,
        ID_VALUE,
        ID_RECORD,
        G_DR,
        SI,
        KNOWN,
        SSE_MIN,
        L_DISTINCT,
        L_ENTROPY,
        T,
        CERTAIN,
    ],
    key="symbol",
)

__all__ = [
    "DLD",
    "IL",
    "KNOWN",
    "MEASURES",
    "Attribute",
    "Evidence",
    "Tally",
    "Whole",
    "align",
    "attributes_of",
    "check_model",
    "check_numbers",
    "combine",
    "common_keys",
    "evaluate",
    "hinting_at_order",
    "left_out",
    "parse_model",
    "refuse_idle_model",
    "select",
    "summarize",
    "tallies_of",
]
